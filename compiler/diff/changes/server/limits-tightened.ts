/** A limit of the server became tighter. */
import { limitMoves } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverLimitsTightened = changeKind({
  id: 'server/limits-tightened',
  scope: 'server',
  axis: 'wire',
  level: 'risky',
  says: 'A limit of the server became tighter.',
  why: 'Callers that stayed within the old limit are now refused or cut off.',
  next: 'Keep the limit, or check how close real use comes to it.',
  example: {
    before: 'limits: { calls_per_minute: 120 }',
    after: 'limits: { calls_per_minute: 60 }',
  },
  mirror: 'server/limits-loosened',
  detect(pair, found) {
    for (const { name, before, after } of limitMoves(pair))
      if (after < before) found({ path: ['limits', name], before, after });
  },
});
