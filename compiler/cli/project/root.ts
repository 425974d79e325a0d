/** Where a project begins, and how its paths are told. */
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

/** Also as a link that leads nowhere or in a circle: the settings are meant to be there. */
function isListed(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** From one folder to a path below or beside it, with forward slashes: the same on every system. */
export function slashed(from: string, to: string): string {
  return relative(from, to).split(sep).join('/');
}
