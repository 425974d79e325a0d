/** Moves a finished file over another one, also where another program of Windows holds one of them for a moment. */
import { renameSync } from 'node:fs';
import { errorCode } from '../command-line/failure.ts';

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
