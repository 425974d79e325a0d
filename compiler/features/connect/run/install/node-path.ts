/** The path of Node that entries name: absolute, and the same after the next update of Node where there is such a path. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { posix, resolve, win32 } from 'node:path';
import type { HostSystem } from '../../../../spec/hosts/config-file.ts';
import { Failure } from '../../../../edge/command-line/failure.ts';

interface NodePath {
  readonly path: string;
  /** Whether it is inside a folder of one version. */
  readonly versioned: boolean;
}

/** What is asked of the programs on this machine. */
export interface NodeProbe {
  /** The Node that runs Haft. */
  readonly running: string;
  /** Its version, such as `v22.12.0`. */
  readonly version: string;
  readonly exists: (path: string) => boolean;
  /** What it says of itself outside of any project; nothing where it does not start. */
  readonly versionOf: (path: string) => string | undefined;
}

/** Folders of version managers and package managers: an update makes another one. */
const VERSIONED =
  /[/\\](?:\.nvm[/\\]versions|nvm[/\\]v\d|\.volta[/\\]tools[/\\]image|mise[/\\]installs|\.?asdf[/\\]installs|fnm_multishells|fnm[/\\]node-versions|Cellar|nix[/\\]store|snap[/\\]node[/\\]\d|scoop[/\\]apps[/\\][\w-]+[/\\]\d)/;

/** `option`: what the command line says. */
export function nodePath(
  option: string | undefined,
  system: HostSystem,
  cwd: string,
  probe: NodeProbe = thisNode(system),
): NodePath {
  if (option !== undefined) {
    const path = resolve(cwd, option);
    if (!probe.exists(path))
      throw new Failure(`There is no program "${option}".`, 'Give the path of Node: --node /usr/bin/node.');
    return { path, versioned: false };
  }
  const { running } = probe;
  if (!VERSIONED.test(running)) return { path: running, versioned: false };
  const stable = stablePaths(system, running).find((one) => probe.exists(one) && isSameMajor(one, probe));
  return stable === undefined ? { path: running, versioned: true } : { path: stable, versioned: false };
}

function thisNode({ home }: HostSystem): NodeProbe {
  return {
    running: process.execPath,
    version: process.version,
    exists: existsSync,
    versionOf: (path) => {
      if (realpathSync(path) === realpathSync(process.execPath)) return process.version;
      // A shim has the version of the folder in which it is started; a host is started anywhere.
      const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000, cwd: home });
      return stdout?.trim() || undefined;
    },
  };
}

/** Paths that stay, the ones of all users first. */
function stablePaths({ platform, home, env }: HostSystem, running: string): readonly string[] {
  if (platform === 'windows') {
    const { join } = win32;
    const link = env['NVM_SYMLINK'];
    return [
      join(env['ProgramFiles'] ?? 'C:\\Program Files', 'nodejs', 'node.exe'),
      ...(link ? [join(link, 'node.exe')] : []),
      running.replace(/(scoop\\apps\\[\w-]+\\)\d[^\\]*/, '$1current'),
    ].filter((path) => path !== running);
  }
  const { join } = posix;
  const data = env['XDG_DATA_HOME'] || join(home, '.local/share');
  return [
    '/opt/homebrew/bin/node',
    '/usr/local/bin/node',
    '/usr/bin/node',
    '/home/linuxbrew/.linuxbrew/bin/node',
    // Of a formula that is not linked, such as node@22.
    running.replace(/Cellar\/([^/]+)\/[^/]+/, 'opt/$1'),
    '/run/current-system/sw/bin/node',
    '/snap/bin/node',
    join(home, '.nix-profile/bin/node'),
    join(env['VOLTA_HOME'] || join(home, '.volta'), 'bin/node'),
    join(env['ASDF_DATA_DIR'] || join(home, '.asdf'), 'shims/node'),
    join(env['MISE_DATA_DIR'] || join(data, 'mise'), 'shims/node'),
    join(env['FNM_DIR'] || join(data, 'fnm'), 'aliases/default/bin/node'),
  ].filter((path) => path !== running);
}

function isSameMajor(candidate: string, { version, versionOf }: NodeProbe): boolean {
  return versionOf(candidate)?.split('.')[0] === version.split('.')[0];
}
