/** The end of an HTTP server: it is not ready any more, then it does not listen any more, then its last answers leave. */
import type { Server, ServerResponse } from 'node:http';
import type { ProcessVariables } from '../server/environment.ts';
import { clip } from '../language/describe.ts';
import type { Log } from '../server/log.ts';
import type { Routes } from './http-routes.ts';

/** Where load balancers can be: they notice that a server is not ready only at their next check. */
const DRAIN_MS = 5000;

/** Longer than any service manager waits. */
const LONGEST = 600_000;

/** Milliseconds for which a server that ends goes on listening: `HAFT_DRAIN_MS`, else 0 on the own machine. Throws for anything else. */
export function readDrain({ HAFT_DRAIN_MS: text = '' }: ProcessVariables, local: boolean): number {
  if (text.trim() === '') return local ? 0 : DRAIN_MS;
  const drain = /^\s*\d+\s*$/.test(text) ? Number(text) : Infinity;
  if (drain > LONGEST) throw new Error(`HAFT_DRAIN_MS must be an integer from 0 to ${LONGEST}, got "${clip(text)}".`);
  return drain;
}

interface Ending {
  readonly routes: Routes;
  readonly log: Log;
  /** Milliseconds: to go on listening, and the longest that an answer may then take. */
  readonly times: { readonly drain: number; readonly finish: number };
  readonly exit: () => void;
}

/** The first signal begins the end, a second one is the end. */
export function createEnd({ routes, log, times, exit }: Ending) {
  let open = 0;
  let ending = false;
  let closed = false;
  const stop = (): void => {
    routes.abort();
    exit();
  };
  const stopIfDone = (): void => {
    if (closed && open === 0) stop();
  };
  const close = (web: Server): void => {
    closed = true;
    routes.close();
    web.close();
    setTimeout(stop, times.finish);
    stopIfDone();
  };
  return {
    /** Counts the answers under way. */
    track(response: ServerResponse): void {
      open += 1;
      response.on('close', () => {
        open -= 1;
        stopIfDone();
      });
    },
    end(web: Server): void {
      if (ending) return stop();
      ending = true;
      routes.drain();
      if (times.drain === 0) return close(web);
      log(`ending: listening for ${times.drain / 1000} s more, and not ready; a second signal ends at once`);
      setTimeout(close, times.drain, web);
    },
  };
}
