/** Calls of the command line in one process that stays for all tests of a worker. The caller waits, as it does for `spawnSync`. */
import { join } from 'node:path';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Call {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

interface Resident {
  readonly port: MessagePort;
  /** 1 when the result is there. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

/** Milliseconds. While a test waits here, its own time limit cannot end it. */
const MOST = 120_000;

let resident: Resident | undefined;

export function askResident(call: Call): Ran {
  const { port, done } = (resident ??= startResident());
  Atomics.store(done, 0, 0);
  port.postMessage(call);
  if (Atomics.wait(done, 0, 0, MOST) === 'timed-out') {
    // Its late result must not be taken for the next one's.
    resident = undefined;
    port.postMessage('kill');
    throw new Error(`haft ${call.args.join(' ')} did not end within ${MOST / 1000} seconds.`);
  }
  return receiveMessageOnPort(port)?.message as Ran;
}

/** A thread talks to the process, because this one waits. */
function startResident(): Resident {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { port: port2, done };
  new Worker(join(import.meta.dirname, 'resident-thread.mjs'), { workerData, transferList: [port2] }).unref();
  return { port: port1, done };
}
