/** Finds the root of a project, and writes paths relative to it. */
import { lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export const CONFIG_FILE = 'haft.yaml';

/** The nearest folder upwards with a `haft.yaml`, else the folder itself. */
export function rootOf(cwd: string): string {
  return nearest(cwd) ?? cwd;
}

function nearest(folder: string): string | undefined {
  if (isListed(join(folder, CONFIG_FILE))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearest(parent);
}

/** Also for a dangling or circular link: the settings should exist. */
function isListed(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The relative path from a folder to a path, with forward slashes on every system. */
export function slashed(from: string, to: string): string {
  return relative(from, to).split(sep).join('/');
}
