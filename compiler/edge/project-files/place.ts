/** The real path of a path, and whether that is inside the project. */
import { type Stats, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { Failure, errorCode, onDisk } from '../command-line/failure.ts';

/** Real, absolute folders: what a compile reads and copies is below one of them. */
export type Borders = readonly string[];

/** The project, and the spec folder where the command line names one elsewhere. */
export function bordersOf({ root, specs = root }: { readonly root: string; readonly specs?: string }): Borders {
  return (isWithin(root, specs) ? [root] : [root, specs]).map((folder) => realPlace(folder));
}

export function isInside(place: string, borders: Borders): boolean {
  return borders.some((folder) => isWithin(folder, place));
}

/** By the paths alone. */
export function isWithin(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath === '' ||
    (!relativePath.startsWith(`..${sep}`) &&
      relativePath !== '..' &&
      resolve(folder, relativePath) === join(folder, relativePath))
  );
}

/** As many as Linux follows on one path. */
const MAX_LINKS = 40;

/**
 * The path without links; a link to something that does not exist is followed as well.
 *
 * @throws Failure for a circle of links, and where a folder on the way must not be read.
 */
export function realPlace(path: string, links = 0): string {
  const real = onDisk('read', path, () => ifThere(() => realpathSync(path)));
  if (real !== undefined) return real;
  if (links > MAX_LINKS)
    throw new Failure(`Cannot read "${path}": there is a loop of symbolic links.`, 'Remove the link.');
  const place = dirname(path) === path ? path : join(realPlace(dirname(path), links + 1), basename(path));
  const target = targetOf(place);
  return target === undefined ? place : realPlace(resolve(dirname(place), target), links + 1);
}

/** Undefined for a path that does not exist. */
function ifThere<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** Links are followed. @throws Failure for a circle of links, and where a folder on the way must not be read. */
export function statsOf(path: string): Stats | undefined {
  return onDisk('read', path, () => ifThere(() => statSync(path)));
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** By their numbers. Some versions of Node give 32 bits of a volume's number for an open file, and 64 for its path. */
export function isSameFile(one: Identity, other: Identity): boolean {
  return one.ino === other.ino && BigInt.asUintN(32, one.dev) === BigInt.asUintN(32, other.dev);
}

/** Of a link itself. @throws Failure where a folder on the way must not be read. */
export function ownStatsOf(path: string): Stats | undefined {
  return onDisk('read', path, () => ifThere(() => lstatSync(path)));
}

/** The target of a link; undefined for anything else. */
export function targetOf(path: string): string | undefined {
  return onDisk('read', path, () => (ownStatsOf(path)?.isSymbolicLink() ? readlinkSync(path) : undefined));
}
