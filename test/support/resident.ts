/** Calls of the command line in one process that stays for all tests of a worker. The caller waits, as it does for `spawnSync`. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

/** Where shells, and tests that go on meanwhile, find the process that stays. */
export function residentPlace(): string {
  return askResident({ cwd: '.', args: ['--version'], env: {} }).place;
}

interface Answered extends Ran {
  readonly place: string;
}

/** What a process in another one of its tests reads: what was written, in its order, by stream. */
interface Told {
  readonly code: number;
  readonly chunks: readonly (readonly [fd: 1 | 2, text: string])[];
}

/** Without waiting: the test may be the service that is called. */
export async function tellResident(call: Call): Promise<Ran> {
  const socket = connect(residentPlace());
  socket.end(JSON.stringify(call));
  const { code, chunks } = JSON.parse(await text(socket)) as Told;
  const written = (fd: 1 | 2): string => chunks.map(([of, chunk]) => (of === fd ? chunk : '')).join('');
  return { code, stdout: written(1), stderr: written(2) };
}

export function askResident(call: Call): Answered {
  const { port, done } = (resident ??= startResident());
  Atomics.store(done, 0, 0);
  port.postMessage(call);
  if (Atomics.wait(done, 0, 0, MOST) === 'timed-out') {
    // Its late result must not be taken for the next one's.
    resident = undefined;
    port.postMessage('kill');
    throw new Error(`haft ${call.args.join(' ')} did not end within ${MOST / 1000} seconds.`);
  }
  return receiveMessageOnPort(port)?.message as Answered;
}

/** A thread talks to the process, because this one waits. */
function startResident(): Resident {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { port: port2, done };
  new Worker(join(import.meta.dirname, 'resident-thread.mjs'), { workerData, transferList: [port2] }).unref();
  return { port: port1, done };
}
