/** One installation at a time: two that read a file and then write it would lose one of the two entries. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure, errorCode, onDisk } from '../../../../edge/command-line/failure.ts';
import { isOver } from '../../../../edge/write/temporary.ts';

/** Milliseconds. */
const PATIENCE = 20_000;
const STEP = 20;

/** Waits until the lock is free, takes it, and gives it back when the task is over. */
export function withLock<T>(path: string, task: () => T): T {
  onDisk('create', dirname(path), () => mkdirSync(dirname(path), { recursive: true }));
  for (let waited = 0; !take(path); waited += STEP) {
    if (waited > PATIENCE)
      throw new Failure('Another installation is running.', `Wait until it is over; if none is, delete "${path}".`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP);
  }
  try {
    return task();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return onDisk('write', path, () => raise(error));
  }
  if (isLeftOver(path)) rmSync(path, { force: true });
  return false;
}

function raise(error: unknown): never {
  throw error;
}

/** A lock without a number is being written at this moment. */
function isLeftOver(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return pid > 0 && pid !== process.pid && isOver(pid);
  } catch {
    return false;
  }
}
