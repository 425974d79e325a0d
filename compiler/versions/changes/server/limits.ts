/** Limits of a server: calls per minute, concurrency, time. */
import { changeKinds } from '../../kind.ts';
import { limitMoves } from '../../compare/server-parts.ts';

export const SERVER_LIMITS = changeKinds('server', [
  {
    id: 'server/limits-tightened',
    axis: 'wire',
    level: 'risky',
    says: 'A limit of the server was tightened.',
    why: 'Callers within the old limit can now be rejected or timed out.',
    next: 'Keep the limit, or check how close actual use is to it.',
    example: {
      before: 'limits: { calls_per_minute: 120 }',
      after: 'limits: { calls_per_minute: 60 }',
    },
    mirror: 'server/limits-loosened',
    detect(pair, found) {
      for (const { name, before, after } of limitMoves(pair))
        if (after < before) found({ path: ['limits', name], before, after });
    },
  },
  {
    id: 'server/limits-loosened',
    axis: 'wire',
    level: 'safe',
    says: 'A limit of the server was loosened.',
    why: 'All calls that were accepted still are.',
    next: 'Check that the services behind the server can handle the load.',
    mirror: 'server/limits-tightened',
    detect(pair, found) {
      for (const { name, before, after } of limitMoves(pair))
        if (after > before) found({ path: ['limits', name], before, after });
    },
  },
]);
