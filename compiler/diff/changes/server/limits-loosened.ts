/** A limit of the server became looser. */
import { limitMoves } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverLimitsLoosened = changeKind({
  id: 'server/limits-loosened',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'A limit of the server became looser.',
  why: 'Every call that was accepted still is.',
  next: 'Check that what stands behind the server bears the load.',
  example: {
    before: 'limits: { calls_per_minute: 60 }',
    after: 'limits: { calls_per_minute: 120 }',
  },
  mirror: 'server/limits-tightened',
  detect(pair, found) {
    for (const { name, before, after } of limitMoves(pair))
      if (after > before) found({ path: ['limits', name], before, after });
  },
});
