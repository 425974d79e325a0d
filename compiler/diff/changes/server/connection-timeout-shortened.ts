/** A connection waits less long for an answer. */
import { connectionPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverConnectionTimeoutShortened = changeKind({
  id: 'server/connection-timeout-shortened',
  scope: 'server',
  axis: 'wire',
  level: 'risky',
  says: 'A connection waits less long for an answer.',
  why: 'Calls that were slow and worked now fail.',
  next: 'Keep the longer wait unless slow answers are worthless.',
  example: {
    before: 'connections: { catalogue: { base_url: "https://books.example.org", timeout_ms: 20000 } }',
    after: 'connections: { catalogue: { base_url: "https://books.example.org", timeout_ms: 5000 } }',
  },
  mirror: 'server/connection-timeout-lengthened',
  detect(pair, found) {
    for (const [name, { before, after }] of connectionPairs(pair)) {
      const [old, now] = [before?.timeout_ms ?? 0, after?.timeout_ms ?? 0];
      if (before && after && now < old) found({ path: ['connections', name, 'timeout_ms'], before: old, after: now });
    }
  },
});
