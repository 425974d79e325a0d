// Between a test that waits and the process that runs the command line: passes calls on, and results back.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

const { port, done } = workerData;
/** Bytes. */
const MOST_MEMORY = 500_000_000;
let child;

port.on('message', (call) => {
  if (call === 'kill') {
    child?.kill('SIGKILL');
    port.close();
    return;
  }
  child ??= start();
  child.send(call);
});

function start() {
  const started = fork(join(import.meta.dirname, 'resident-process.mjs'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.on('message', ({ memory, ...result }) => {
    if (memory > MOST_MEMORY) retire();
    give(result);
  });
  started.on('exit', (code) => {
    child = undefined;
    give({ code, stdout: '', stderr: 'The process that runs the command line for the tests ended.' });
  });
  return started;
}

/** What a large spec has left in memory is of no use to the next test. */
function retire() {
  child.removeAllListeners('exit');
  child.disconnect();
  child = undefined;
}

function give(result) {
  port.postMessage(result);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}
