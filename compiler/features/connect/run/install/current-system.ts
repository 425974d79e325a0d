/** The system that hosts run on: its platform, its home folder, its variables, its programs. */
import { accessSync, constants, statSync } from 'node:fs';
import { join, delimiter, posix, win32 } from 'node:path';
import type { HostSystem } from '../../../../spec/hosts/config-file.ts';
import { homedir } from 'node:os';
import { stateFolder } from '@haft/runtime/try';

const PLATFORMS: Readonly<Record<string, HostSystem['platform']>> = { darwin: 'macos', win32: 'windows' };

export function currentSystem(): HostSystem {
  return { platform: PLATFORMS[process.platform] ?? 'linux', home: homedir(), env: process.env };
}

/** The first of these programs on PATH, with its whole path. */
export function findProgram(names: readonly string[], { env, platform }: HostSystem): string | undefined {
  const endings = platform === 'windows' ? ['.exe', '.cmd', ''] : [''];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.flatMap((folder) =>
    names.flatMap((name) => endings.map((ending) => join(folder, name + ending))),
  );
  return paths.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** With `~` for the home folder, as people write it. */
export function shownPath(path: string, { home }: Pick<HostSystem, 'home'>): string {
  return home !== '' && path.startsWith(home) && /^[/\\]/.test(path.slice(home.length))
    ? `~${path.slice(home.length)}`
    : path;
}

/** Where Haft keeps what belongs to no project. */
export function ownFolders({ platform, home, env }: HostSystem): { readonly state: string; readonly data: string } {
  const isWindows = platform === 'windows';
  const { join } = isWindows ? win32 : posix;
  const state = stateFolder(isWindows, home, env, join);
  return { state, data: isWindows ? state : join(env['XDG_DATA_HOME'] || join(home, '.local/share'), 'haft') };
}
