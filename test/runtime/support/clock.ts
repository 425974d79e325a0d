/** Clocks for tests. */
import type { Clock } from '../../../runtime/server/clock.ts';

/** A clock on which only sleeping takes time, and no time is really spent. */
export function quickClock(): {
  readonly clock: Clock;
  readonly slept: number[];
  pass: (milliseconds: number) => void;
} {
  let time = 1_000_000;
  const slept: number[] = [];
  const pass = (milliseconds: number): void => void (time += milliseconds);
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds);
    pass(milliseconds);
    return Promise.resolve();
  };
  return { clock: { now: () => time, sleep }, slept, pass };
}
