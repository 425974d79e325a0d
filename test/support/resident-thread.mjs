// Between a test that waits and the process that runs the command line: passes calls on, and results back.
import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId, workerData } from 'node:worker_threads';

const { port, done } = workerData;
/** Bytes. */
const MOST_MEMORY = 500_000_000;
let child;
let isLarge = false;
let started = 0;

port.on('message', (call) => {
  if (call === 'kill') {
    child?.kill('SIGKILL');
    port.close();
    return;
  }
  if (isLarge) retire();
  child ??= start();
  child.send(call);
});

function start() {
  const place = `${process.platform === 'win32' ? '\\\\.\\pipe\\' : `${tmpdir()}/`}haft-${process.pid}-${threadId}-${(started += 1)}`;
  const one = fork(join(import.meta.dirname, 'resident-process.mjs'), [place], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  one.on('message', ({ memory, ...result }) => {
    isLarge = memory > MOST_MEMORY;
    give(result);
  });
  one.on('exit', (code) => {
    child = undefined;
    give({ code, stdout: '', stderr: 'The process that runs the command line for the tests ended.' });
  });
  return one;
}

/** What a large spec has left in memory is of no use to the next test. */
function retire() {
  child?.removeAllListeners('exit');
  child?.disconnect();
  child = undefined;
  isLarge = false;
}

function give(result) {
  port.postMessage(result);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}
