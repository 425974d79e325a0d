/** Limits of one tool, inside those of its server: calls of one client per minute, calls at the same time, bytes of a result. */
import { entryOf } from './memory.ts';
import type { ServerDescriptor, ToolDescriptor } from '../descriptor/descriptor.ts';
import type { Redact } from '../redaction/redact.ts';
import { resultTooLarge } from './call-failures.ts';
import type { Clock } from './clock.ts';
import { repeatOf } from './failure.ts';
import { type Limiter, type PlaceHolder, type RateLimiter, createLimiter, createRateLimiter } from './limits.ts';

/** What takes the place of what the server has for all tools. */
interface ToolLimits {
  readonly gate: Limiter;
  /** Takes one call of a client: 0, or the seconds until the tool takes one again. */
  readonly allow: (client: RateLimiter) => number;
  /** Throws a failure for JSON text that is too long. */
  readonly redact: Redact;
}

interface LimitContext {
  readonly server: Pick<ServerDescriptor, 'limits'>;
  readonly gate: Limiter;
  readonly clock: Clock;
  readonly redact: Redact;
}

/** Undefined for a tool without limits of its own. */
export function limitTool(tool: ToolDescriptor, { server, gate, clock, redact }: LimitContext): ToolLimits | undefined {
  const { calls_per_minute, concurrency, result_bytes: most = server.limits.result_bytes } = tool.limits ?? {};
  if ((calls_per_minute ?? concurrency ?? most) === undefined) return undefined;
  const clients = new WeakMap<RateLimiter, RateLimiter>();
  return {
    gate: concurrency === undefined ? gate : bothGates(createLimiter({ concurrency }, clock), gate),
    allow(client) {
      if (calls_per_minute === undefined) return 0;
      return entryOf(clients, client, () => createRateLimiter({ calls_per_minute }, clock))();
    },
    redact: most === undefined ? redact : limitedTo(most, tool, redact),
  };
}

/** First a place of the tool, then one of the server: who waits for a tool takes no place of others. */
function bothGates(first: Limiter, second: Limiter): Limiter {
  return {
    take: () => false,
    enter(open, client, work, full) {
      const over: (() => void)[] = [];
      const part = (at: number): PlaceHolder => ({ whenOver: (action) => void (over[at] = action) });
      open.whenOver(() => over.forEach((action) => action()));
      return first.enter<ReturnType<typeof work>>(
        part(0),
        client,
        () => second.enter(part(1), client, work, full) as ReturnType<typeof work>,
        full,
      );
    },
  };
}

function limitedTo(most: number, tool: ToolDescriptor, redact: Redact): Redact {
  return {
    ...redact,
    json(value, indent) {
      const text = redact.json(value, indent);
      // A character has one to three bytes for each of its units.
      if (text.length * 3 <= most) return text;
      const bytes = new TextEncoder().encode(text).length;
      if (bytes > most) throw resultTooLarge({ bytes, most }, tool.limits?.smaller_by, repeatOf(tool));
      return text;
    },
  };
}
