/** The clock of the runtime, which tests replace. */

/** The time functions that calls use. */
export interface Clock {
  /** Milliseconds that only ever rise. */
  readonly now: () => number;
  /** Waits so many milliseconds, or until the signal is aborted; never rejects. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The real one. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      const stop = (): void => {
        clearTimeout(timer);
        resolve();
      };
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    }),
};
