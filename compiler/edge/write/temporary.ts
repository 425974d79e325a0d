/** The folder inside the output in which files are written, which the next run empties, and how a finished file is moved over another one. */
import { lstatSync, readdirSync, rmSync, rmdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, attempt, errorCode } from '../command-line/failure.ts';

const FOLDER = '.haft-tmp';
let count = 0;

/** On the same file system as its target, so that moving it is atomic; named by process, so that two do not meet. */
export function temporaryPath(out: string): string {
  count += 1;
  return join(out, FOLDER, `${process.pid}-${count}`);
}

/**
 * Removes files of this process and of processes that have ended.
 *
 * @throws Failure when something else is in the folder's place: it would be written through.
 */
export function clearTemporary(out: string): void {
  const folder = join(out, FOLDER);
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory())
    throw new Failure(`"${folder}" is not a folder but a link or a file.`, 'Remove it and compile again.');
  for (const name of namesIn(folder)) {
    const pid = Number(/^(\d+)-\d+$/.exec(name)?.[1]);
    if (Number.isInteger(pid) && isOver(pid)) rmSync(join(folder, name), { force: true });
  }
  // Another process may be at work in it.
  attempt(() => rmdirSync(folder));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Another process has removed it since.
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether the process of a temporary file has ended; our own files are complete when this is called. */
export function isOver(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

interface Moving {
  readonly platform: string;
  readonly rename: (from: string, to: string) => void;
  /** Milliseconds. */
  readonly wait: (time: number) => void;
}

const REAL: Moving = {
  platform: process.platform,
  rename: (from, to) => renameSync(from, to),
  wait: (time) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time),
};

/** What Windows says while a file is open elsewhere: a scanner of viruses, an indexer, an editor. */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** A second in all. */
const WAITS = [10, 20, 40, 80, 160, 320, 370];

/** @throws the error of the system, on Windows only after a second of tries where a file is held. */
export function replaceFile(from: string, to: string, { platform, rename, wait }: Moving = REAL): void {
  for (const time of platform === 'win32' ? WAITS : []) {
    try {
      return rename(from, to);
    } catch (error) {
      if (!HELD.has(errorCode(error) ?? '')) throw error;
      wait(time);
    }
  }
  rename(from, to);
}
