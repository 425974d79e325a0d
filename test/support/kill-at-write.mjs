// Preloaded into a process: ends it with SIGKILL before the Nth change of a disk. HAFT_KILL_AT=N; 0 only counts.
import fs from 'node:fs';
import { beforeChanges } from './before-changes.mjs';

const at = Number(process.env.HAFT_KILL_AT);
let changes = 0;

beforeChanges((writeHalf) => {
  changes += 1;
  if (changes !== at) return;
  writeHalf();
  process.kill(process.pid, 'SIGKILL');
});
process.on('exit', () => at === 0 && fs.writeSync(2, `changes:${changes}\n`));
