// Preloaded into a process: ends it with SIGKILL before the Nth change of a disk. HAFT_KILL_AT=N; 0 only counts.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env.HAFT_KILL_AT);
let changes = 0;

for (const name of ['writeFileSync', 'renameSync', 'unlinkSync', 'mkdirSync', 'rmdirSync', 'rmSync', 'chmodSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    changes += 1;
    if (changes === at) {
      // Half a file is the worst that a write can leave.
      if (name === 'writeFileSync') original(args[0], Buffer.from(args[1]).subarray(0, 10));
      process.kill(process.pid, 'SIGKILL');
    }
    return original(...args);
  };
}
syncBuiltinESMExports();
process.on('exit', () => at === 0 && fs.writeSync(2, `changes:${changes}\n`));
