/** The folder inside the output in which files are written before they are moved into place; the next run empties it. */
import { lstatSync, readdirSync, rmSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, errorCode } from '../command-line/failure.ts';

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
  for (const name of namesIn(folder)) if (isLeftOver(name)) rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Another process is at work in it.
  }
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

function isLeftOver(name: string): boolean {
  const pid = Number(/^(\d+)-\d+$/.exec(name)?.[1]);
  return Number.isInteger(pid) && isOver(pid);
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
