/** Finds the root of a project, and writes paths relative to it. */
import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { attempt } from '../command-line/failure.ts';

export const CONFIG_FILE = 'haft.yaml';

/** The nearest folder upwards with a `haft.yaml`, else the folder itself. */
export function rootOf(cwd: string): string {
  // Also a dangling or circular link counts: the settings should exist.
  const stats = (folder: string) => attempt(() => lstatSync(join(folder, CONFIG_FILE), { throwIfNoEntry: false }));
  return nearestFolder(cwd, (folder) => stats(folder) !== undefined) ?? cwd;
}

/** The folder itself, or the first one above it of which something is true. */
function nearestFolder(folder: string, isMeant: (folder: string) => boolean): string | undefined {
  if (isMeant(folder)) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestFolder(parent, isMeant);
}

/** The same for a folder that has a file. */
export function folderWith(path: string, folder: string): string | undefined {
  return nearestFolder(folder, (one) => existsSync(join(one, path)));
}

/** The relative path from a folder to a path, with forward slashes on every system. */
export function slashed(from: string, to: string): string {
  return relative(from, to).split(sep).join('/');
}
