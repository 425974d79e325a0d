/** The line that a server over HTTP logs for each call: which tool, how it ended, how long it took, and for whom; no values. */
import { clip } from '../language/describe.ts';
import type { Asker } from '../protocol/answer.ts';
import { metaOf } from '../protocol/message.ts';
import type { Log } from '../server/log.ts';
import type { Header } from './http-guard.ts';

/** W3C Trace Context: version, trace, parent, flags. */
const PARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** Milliseconds are counted from now on. The trace is that of the message, else that of its header. */
export function logCalls(log: Log, header: Header): NonNullable<Asker['note']> {
  const begin = performance.now();
  return ({ id, method, params }, { user, client }, code = 'ok') => {
    if (method !== 'tools/call') return;
    const given = metaOf(params)['traceparent'] ?? header('traceparent');
    log('call', 'info', readName(params['name']), {
      code,
      ms: Math.round(performance.now() - begin),
      client: readName(user?.client ?? client),
      id: typeof id === 'string' ? clip(id) : id,
      trace_id: typeof given === 'string' ? PARENT.exec(given)?.[1] : undefined,
    });
  };
}

function readName(name: unknown): string | undefined {
  return typeof name === 'string' ? clip(name) : undefined;
}
