/** A pipe that the output is closed: certain from the first byte, whoever is how fast. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './folder.ts';

/** A file descriptor to write to; every write fails with EPIPE. */
export function closedPipe(): number {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDWR);
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(reader);
  onTestFinished(() => closeSync(writer));
  return writer;
}

/** A file descriptor of a disk that is full; every write fails with ENOSPC. */
export function fullDisk(): number {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  return full;
}
