/** Set up for the unit lane: a process or a thread that a test starts there, however it is reached, fails the test. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

const refuse = (name: string) =>
  function starts(): never {
    throw new Error(
      `${name} is not available in the unit lane. Import what starts processes at the head of the test file, so that it runs in the full lane.`,
    );
  };

const names = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;
Object.assign(childProcess, Object.fromEntries(names.map((name) => [name, refuse(name)])));
Object.assign(workerThreads, { Worker: refuse('Worker') });
syncBuiltinESMExports();
