/** Limits of a server: calls per minute, concurrency, time, size of results. */
import { changeKinds } from '../../kind.ts';
import { limitsMoved } from '../../compare/limits.ts';

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
    detect: limitsMoved('tightened'),
  },
  {
    id: 'server/limits-loosened',
    axis: 'wire',
    level: 'safe',
    says: 'A limit of the server was loosened.',
    why: 'All calls that were accepted still are.',
    next: 'Check that the services behind the server can handle the load.',
    mirror: 'server/limits-tightened',
    detect: limitsMoved('loosened'),
  },
]);
