/** A folder for the time of some work, which is gone after it: also where Ctrl+C, `kill` or a closed terminal ends the command. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDING_SIGNALS } from '@haft/runtime/language';

const OPEN = new Set<string>();

export async function inTemporaryFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `haft-${name}-`)));
  if (OPEN.size === 0) watch();
  OPEN.add(folder);
  try {
    return await work(folder);
  } finally {
    remove(folder);
    if (OPEN.size === 0) leave();
  }
}

function remove(folder: string): void {
  OPEN.delete(folder);
  // A program that was ended can have children that still write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function removeAll(): void {
  for (const folder of OPEN) remove(folder);
}

function watch(): void {
  process.on('exit', removeAll);
  // Before others, which listen once: another listener decides whether the process ends.
  for (const signal of ENDING_SIGNALS) process.prependListener(signal, end);
}

function leave(): void {
  process.off('exit', removeAll);
  for (const signal of ENDING_SIGNALS) process.off(signal, end);
}

function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  leave();
  process.kill(process.pid, signal);
}
