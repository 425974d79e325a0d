/** What becomes known of each call over HTTP: a line of the log, and what metrics and traces count. No values. */
import { clip } from '../language/describe.ts';
import type { Asker } from '../protocol/answer.ts';
import { type Request, metaOf } from '../protocol/message.ts';
import type { Log } from '../server/log.ts';
import { type Trace, traceId, traceIn } from '../server/trace.ts';

/** A call that is over. */
export interface EndedCall {
  readonly tool: string | undefined;
  readonly request: Request;
  /** `ok`, the code of the failure, or the number of a protocol error. */
  readonly code: string | number;
  /** Of the clock of the day, in milliseconds. */
  readonly begin: number;
  readonly ms: number;
  /** Of the request. */
  readonly parent: Trace | undefined;
  /** What requests for the call carry on. */
  readonly trace: Trace | undefined;
  readonly asker: Asker;
}

/** Sees the calls of a server. */
export interface Watch {
  /** The trace that requests for a call carry on. */
  readonly begin?: (parent: Trace | undefined) => Trace;
  readonly end: (call: EndedCall) => void;
}

/** For one request; milliseconds are counted from now on. */
export function watchCalls(
  watches: readonly Watch[],
  header: Trace | undefined,
): Pick<Asker, 'trace' | 'carry' | 'note'> {
  const start = performance.now();
  const begin = Date.now();
  let [parent, trace]: readonly (Trace | undefined)[] = [header, header];
  return {
    trace: header,
    carry(context) {
      parent = context;
      trace = watches.reduce((carried, watch) => watch.begin?.(context) ?? carried, context);
      return trace;
    },
    note(request, asker, code = 'ok') {
      if (request.method !== 'tools/call') return;
      const ms = Math.round((performance.now() - start) * 1000) / 1000;
      const tool = readName(request.params['name']);
      const named = trace ?? traceIn(metaOf(request.params));
      for (const { end } of watches) end({ tool, request, code, begin, ms, parent, trace: named, asker });
    },
  };
}

/** The line that a server over HTTP logs for each call. */
export function logCalls(log: Log): Watch {
  return {
    end({ tool, request: { id }, code, ms, trace, asker: { user, client } }) {
      log('call', 'info', tool, {
        code,
        ms: Math.round(ms),
        client: readName(user?.client || client),
        id: typeof id === 'string' ? clip(id) : id,
        trace_id: traceId(trace),
      });
    },
  };
}

function readName(name: unknown): string | undefined {
  return typeof name === 'string' ? clip(name) : undefined;
}
