/** Where files are written before they are moved into place: one folder inside the output, emptied by the next run. */
import { readdirSync, rmSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../failure.ts';

const FOLDER = '.haft-tmp';
let count = 0;

/** On the same file system as its target, so that moving it is atomic; named by process, so that two do not meet. */
export function temporaryPath(out: string): string {
  count += 1;
  return join(out, FOLDER, `${process.pid}-${count}`);
}

/** Removes what this process and processes that are gone have left. */
export function clearTemporary(out: string): void {
  const folder = join(out, FOLDER);
  try {
    for (const name of readdirSync(folder))
      if (isOver(Number.parseInt(name, 10))) rmSync(join(folder, name), { force: true });
    rmdirSync(folder);
  } catch {
    // Not there, or another process is at work in it.
  }
}

function isOver(pid: number): boolean {
  if (pid === process.pid || !Number.isInteger(pid)) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}
