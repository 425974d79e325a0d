/** A connection waits longer for an answer. */
import { connectionPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverConnectionTimeoutLengthened = changeKind({
  id: 'server/connection-timeout-lengthened',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'A connection waits longer for an answer.',
  why: 'Every call that worked still does.',
  next: 'Check that the deadline of the tools leaves room for the wait.',
  example: {
    before: 'connections: { catalogue: { base_url: "https://books.example.org", timeout_ms: 5000 } }',
    after: 'connections: { catalogue: { base_url: "https://books.example.org", timeout_ms: 20000 } }',
  },
  mirror: 'server/connection-timeout-shortened',
  detect(pair, found) {
    for (const [name, { before, after }] of connectionPairs(pair)) {
      const [old, now] = [before?.timeout_ms ?? 0, after?.timeout_ms ?? 0];
      if (before && after && now > old) found({ path: ['connections', name, 'timeout_ms'], before: old, after: now });
    }
  },
});
