/** The rate limit per client and the concurrency limit of a server. */
import type { Clock } from './clock.ts';
import type { OpenCall } from './context.ts';
import type { LimitsDescriptor } from './descriptor.ts';

/** Takes one call off a client's allowance: 0, or the seconds until there is one again. */
export type RateLimiter = () => number;

/** Places for calls that run at the same time. */
export interface Limiter {
  /** Runs the work now or, when all places are taken, later; `full` when too many wait already. */
  readonly enter: <T>(open: OpenCall, work: () => T, full: () => T) => T | Promise<T>;
}

/**
 * Hosts send several calls at once, and a model that gets "busy" only retries: so they wait. Never more than
 * these, whose arguments have to be kept, and never beyond their deadline.
 */
const MOST_WAITING = 32;

/** A token bucket: it holds one minute's calls and fills up evenly. */
export function createRateLimiter({ calls_per_minute }: LimitsDescriptor, { now }: Clock): RateLimiter {
  const pace = calls_per_minute / 60_000;
  let tokens = calls_per_minute;
  let before = now();
  return () => {
    const time = now();
    tokens = Math.min(calls_per_minute, tokens + (time - before) * pace);
    before = time;
    if (tokens < 1) return Math.ceil((1 - tokens) / pace / 1000);
    tokens -= 1;
    return 0;
  };
}

/** A call holds its place until it is answered or aborted, whether or not its handler notices. */
export function createLimiter({ concurrency }: LimitsDescriptor): Limiter {
  const waiting = new Set<() => void>();
  let running = 0;
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  return {
    enter(open, work, full) {
      if (running < concurrency) {
        running += 1;
        open.whenOver(leave);
        return work();
      }
      if (waiting.size >= MOST_WAITING) return full();
      return new Promise((resolve, reject) => {
        const start = (): void => {
          open.whenOver(leave);
          try {
            resolve(work());
          } catch (thrown) {
            reject(thrown);
          }
        };
        waiting.add(start);
        open.whenOver(() => waiting.delete(start));
      });
    },
  };
}
