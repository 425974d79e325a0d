/** Gives up on another server that takes too long. */
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
