// Between a test that waits and the process that runs the command line: passes calls on, and results back.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

const { port, done } = workerData;
let child;

port.on('message', (call) => {
  child ??= start();
  child.send(call);
});

function start() {
  const started = fork(join(import.meta.dirname, 'resident-process.mjs'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.on('message', give);
  started.on('exit', (code) => {
    child = undefined;
    give({ code, stdout: '', stderr: 'The process that runs the command line for the tests ended.' });
  });
  return started;
}

function give(result) {
  port.postMessage(result);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}
