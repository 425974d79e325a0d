/** Reads only regular files that are inside the project at the moment in which they are opened; and logs, line by line, wherever they are. */
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  readlinkSync,
  statSync,
} from 'node:fs';
import { readLines } from '@haft/runtime/lines';
import { Failure, attempt, onDisk } from '../command-line/failure.ts';
import { type Borders, isInside, isSameFile, realPlace } from './place.ts';
import { specialKind } from './refusal.ts';

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
