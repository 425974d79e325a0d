/** Gives up on another server that takes too long, or where the call is cancelled. */
import { WireError } from './wire.ts';

/** Aborts the signal after so many milliseconds, with an error that says what it did not do. */
export async function withinTime<T>(
  milliseconds: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const late = new WireError(`it did not ${what} within ${milliseconds / 1000} s`);
  const timer = setTimeout(() => controller.abort(late), milliseconds);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A start that takes long goes on for the next call. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new WireError('the call was cancelled'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const over = (): void => signal.removeEventListener('abort', abort);
    work.then(
      (value) => (over(), resolve(value)),
      (error: unknown) => (over(), reject(error instanceof Error ? error : new WireError('no connection'))),
    );
  });
}
