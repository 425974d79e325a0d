/** Finds the root of a project, and writes paths relative to it. */
import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { attempt } from '../command-line/failure.ts';

export const CONFIG_FILE = 'haft.yaml';

/** The nearest folder upwards with a `haft.yaml`, else the folder itself. */
export function rootOf(cwd: string): string {
  return nearest(cwd) ?? cwd;
}

/** Also a dangling or circular link counts: the settings should exist. */
function nearest(folder: string): string | undefined {
  if (attempt(() => lstatSync(join(folder, CONFIG_FILE), { throwIfNoEntry: false }))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearest(parent);
}

/** The relative path from a folder to a path, with forward slashes on every system. */
export function slashed(from: string, to: string): string {
  return relative(from, to).split(sep).join('/');
}
