/** The lock of one `installs.json`: two installations at once would lose entries of each other. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Failure, attempt, diskFailure, errorCode, onDisk } from '../../../../edge/command-line/failure.ts';
import { removeEmpty } from '../../../../edge/write/changes.ts';
import { isOver } from '../../../../edge/write/temporary.ts';

/** Milliseconds. */
const PATIENCE = 20_000;
const STEP = 20;

/** Waits until the lock is free, takes it, and gives it back when the task is over. */
export function withLock<T>(path: string, task: () => T): T {
  const folder = dirname(path);
  const topFolder = onDisk('create', folder, () => mkdirSync(folder, { recursive: true }));
  for (let waited = 0; !take(path); waited += STEP) {
    if (waited > PATIENCE)
      throw new Failure('Another installation is running.', `Wait until it is over; if none is, delete "${path}".`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP);
  }
  try {
    return task();
  } finally {
    rmSync(path, { force: true });
    if (topFolder !== undefined) removeEmpty(folder, topFolder);
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid} ${hostname()}`, { flag: 'wx' });
    return true;
  } catch (error) {
    // An installation that had nothing to write has removed the folder since.
    if (errorCode(error) === 'ENOENT') mkdirSync(dirname(path), { recursive: true });
    else if (errorCode(error) !== 'EEXIST') throw diskFailure('write', path, error);
  }
  if (isLeftOver(path)) rmSync(path, { force: true });
  return false;
}

/**
 * A lock without a number is being written at this moment.
 *
 * @throws Failure for that of another machine: whether its process has ended cannot be seen from here.
 */
function isLeftOver(path: string): boolean {
  const [number, host = hostname()] = (attempt(() => readFileSync(path, 'utf8')) ?? '').split(' ');
  if (host !== hostname())
    throw new Failure(
      `Another installation is running: process ${number} on the machine "${host}", which has "${path}".`,
      'Wait until it is over; if none is running there, delete that file, and run the command again.',
    );
  const pid = Number(number);
  return pid > 0 && pid !== process.pid && isOver(pid);
}
