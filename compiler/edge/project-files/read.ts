/** Real paths, and regular files that are inside the project at the moment in which they are opened; and logs, line by line, wherever they are. */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import {
  type Stats,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  readlinkSync,
  statSync,
  lstatSync,
  realpathSync,
} from 'node:fs';
import { readLines } from '@haft/runtime/lines';
import { Failure, attempt, onDisk, errorCode } from '../command-line/failure.ts';

/** Opening a named pipe must not wait for a writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

interface Limits {
  /** Wherever it is when absent. */
  readonly borders?: Borders | undefined;
  /** Bytes; of a larger file one more is read, so that the caller can detect it. */
  readonly most?: number;
}

/** @throws Failure for anything but a regular file inside the project; nothing of it is read then. */
export function readRegular(path: string, { borders, most = Infinity }: Limits = {}): Buffer {
  return onDisk('read', path, () => {
    const file = openSync(path, FLAGS);
    try {
      const stats = fstatSync(file);
      if (stats.isDirectory()) throw new Failure(`Cannot read "${path}": it is a folder.`, 'Move that folder.');
      if (!stats.isFile())
        throw new Failure(`"${path}" is ${specialKind(stats)}, not a regular file.`, 'Replace it with a regular file.');
      if (borders && !isInside(placeOf(file, path), borders))
        throw new Failure(
          `"${path}" is a link that leads outside the project.`,
          'Copy the file into the project, and remove the link.',
        );
      if (stats.size <= most) return readFileSync(file);
      const start = Buffer.alloc(most + 1);
      return start.subarray(0, readSync(file, start));
    } finally {
      closeSync(file);
    }
  });
}

/** Checks the open file, because its path may lead elsewhere by now. Linux has its path; elsewhere the two must be the same file. */
function placeOf(file: number, path: string): string {
  // A file that was replaced since it was opened is marked so.
  const open = attempt(() => readlinkSync(`/proc/self/fd/${file}`).replace(/ \(deleted\)$/, ''));
  if (open !== undefined) return open;
  const place = realPlace(path);
  return isSameFile(fstatSync(file, { bigint: true }), statSync(place, { bigint: true })) ? place : '';
}

/** Whatever its size; undefined is a line of more than `most` bytes. Throws what the disk throws. */
export async function eachLine(path: string, most: number, add: (line: string | undefined) => void): Promise<void> {
  const take = readLines(most, add, () => add(undefined));
  const chunks: AsyncIterable<Buffer> = createReadStream(path);
  for await (const chunk of chunks) take(chunk);
  take();
}

const SHEBANG = [0x23, 0x21];

/** `start`: the first bytes of the file, asked for on Windows only. The same file gives the same answer as input and as output. */
export function isExecutable(mode: number, start: () => Uint8Array, platform: string = process.platform): boolean {
  if (platform !== 'win32') return (mode & 0o100) !== 0;
  const bytes = start();
  return SHEBANG.every((byte, at) => bytes[at] === byte);
}

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
function isSameFile(one: Identity, other: Identity): boolean {
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

export function specialKind(stats: Pick<Stats, 'isFIFO' | 'isSocket'>): string {
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}
