/** Stamps that change whenever a file changes, without reading it. */
import { statsOf } from '../project-files/read.ts';

export interface Stamp {
  readonly text: string;
  /** What changed shortly before it was read may change again within the step of the file system's clock. */
  readonly settled: boolean;
}

/** Milliseconds; longer than the step in which file systems count time. */
const STEP = 50;

/**
 * The stamp of a file or folder; undefined where it does not exist. `since` is the start of the reading, in milliseconds
 * of the clock; a file that changed about then or later is not settled.
 *
 * @throws Failure for a circle of links, and where a folder on the way must not be read.
 */
export function stampOf(path: string, since = Date.now()): Stamp | undefined {
  const stats = statsOf(path);
  if (!stats) return undefined;
  const { ino, size, mtimeMs, ctimeMs, mode } = stats;
  return { text: [ino, size, mtimeMs, ctimeMs, mode].join(' '), settled: since - ctimeMs > STEP };
}

/** For certain, not only most likely. */
export function isUnchanged(before: Stamp | undefined, now: Stamp | undefined): boolean {
  return before !== undefined && now !== undefined && before.settled && before.text === now.text;
}
