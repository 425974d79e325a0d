/** A call of a tool is given less time. */
import { timeouts } from '../../parts/timeouts.ts';
import { changeKind } from '../../kind.ts';

export const toolTimeoutShortened = changeKind({
  id: 'tool/timeout-shortened',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'A call of a tool is given less time.',
  why: 'Calls that were slow and worked are now cut off.',
  next: 'Keep the longer deadline unless slow answers are worthless.',
  example: {
    before: 'timeout_ms: 60000',
    after: 'timeout_ms: 10000',
  },
  mirror: 'tool/timeout-lengthened',
  detect(pair, found) {
    const times = timeouts(pair);
    if (times && times.after < times.before) found({ path: ['timeout_ms'], ...times });
  },
});
