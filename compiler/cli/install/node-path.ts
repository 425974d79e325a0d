/** The path of Node that entries name: absolute, and the same after the next update of Node where there is such a path. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Machine } from '../../hosts/paths.ts';
import { Failure } from '../command-line/failure.ts';

interface NodePath {
  readonly path: string;
  /** Whether it is inside a folder of one version. */
  readonly versioned: boolean;
}

/** Folders of version managers: an update makes another one. */
const VERSIONED =
  /[/\\](?:\.nvm[/\\]versions|nvm[/\\]v\d|\.volta[/\\]tools[/\\]image|mise[/\\]installs|\.?asdf[/\\]installs|fnm_multishells|fnm[/\\]node-versions|Cellar)[/\\]/;

/** `asked`: what the command line says. */
export function nodePath(asked: string | undefined, machine: Machine, cwd: string): NodePath {
  if (asked !== undefined) {
    const path = resolve(cwd, asked);
    if (!existsSync(path))
      throw new Failure(`There is no program "${asked}".`, 'Give the path of Node: --node /usr/bin/node.');
    return { path, versioned: false };
  }
  const path = process.execPath;
  if (!VERSIONED.test(path)) return { path, versioned: false };
  const stable = stablePaths(machine).find((one) => existsSync(one) && isSameMajor(one, path));
  return stable === undefined ? { path, versioned: true } : { path: stable, versioned: false };
}

function stablePaths({ platform, home, env }: Machine): readonly string[] {
  if (platform === 'windows') return [join(env['ProgramFiles'] ?? 'C:\\Program Files', 'nodejs', 'node.exe')];
  return [
    '/opt/homebrew/bin/node',
    '/usr/local/bin/node',
    '/usr/bin/node',
    '/home/linuxbrew/.linuxbrew/bin/node',
    join(home, '.volta/bin/node'),
  ];
}

function isSameMajor(candidate: string, path: string): boolean {
  if (realpathSync(candidate) === realpathSync(path)) return true;
  const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return stdout?.split('.')[0] === process.version.split('.')[0];
}
