/** Work on a PDF in a thread of its own: a parser that hangs, breaks or takes too much memory is ended, and the server lives on. */
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { Outcome, Problem } from './problem.ts';
import type { Limits } from './settings.ts';
import type { Job } from './work.ts';
import { work } from './work.ts';

/** What the thread is given; the name of the member tells it from threads that other files may start. */
interface Order {
  readonly pdfJob: Job;
}

/** Megabytes that a thread takes before it has read anything. */
const THREAD_ITSELF = 128;

/**
 * When one allocation goes beyond the heap limit of a thread, V8 ends the whole process, not the thread. So memory is
 * watched from here, buffers too, and the heap limit lies so far above that doubling arrays are seen before they get there.
 */
const ROOM = 4;

/** Milliseconds between two looks at the memory. */
const WATCH_EVERY = 50;

/** Settles when the work is done, at the deadline, or when the call is over, whichever comes first; never rejects. */
export function inThread<Found>(job: Job, limits: Limits, signal: AbortSignal): Promise<Outcome<Found>> {
  const { seconds, megabytes } = limits;
  const tooMuch: Problem = { problem: 'out_of_memory', detail: String(megabytes) };
  const most = process.memoryUsage.rss() + (THREAD_ITSELF + megabytes) * 1024 * 1024;
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ problem: 'stopped' });
      return;
    }
    const worker = startWorker({ pdfJob: job }, megabytes);
    const end = (outcome: Outcome<Found>): void => {
      clearTimeout(deadline);
      clearInterval(watch);
      signal.removeEventListener('abort', stop);
      void worker.terminate();
      resolve(outcome);
    };
    const stop = (): void => end({ problem: 'stopped' });
    const deadline = setTimeout(() => end({ problem: 'too_slow', detail: String(seconds) }), seconds * 1000);
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > most) end(tooMuch);
    }, WATCH_EVERY);
    signal.addEventListener('abort', stop);
    worker.once('message', end);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(full ? tooMuch : { problem: 'reader_crashed', detail: error.stack ?? String(error) });
    });
    worker.once('exit', () => end({ problem: 'reader_crashed' }));
  });
}

/** The thread runs the file in which this line stands: `server.mjs`, once compiled, which serves in the main thread only. */
function startWorker(order: Order, megabytes: number): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: order,
    transferList: [order.pdfJob.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: ROOM * (THREAD_ITSELF + megabytes) },
    env: {},
    stdout: true,
    stderr: true,
  });
  // What a parser prints about a stranger's file is nobody's business, and unread it would fill the memory.
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

function isOrder(data: unknown): data is Order {
  return typeof data === 'object' && data !== null && 'pdfJob' in data;
}

if (!isMainThread && isOrder(workerData)) parentPort?.postMessage(await work(workerData.pdfJob), []);
