/** A call of a tool is given more time. */
import { timeouts } from '../../parts/timeouts.ts';
import { changeKind } from '../../kind.ts';

export const toolTimeoutLengthened = changeKind({
  id: 'tool/timeout-lengthened',
  scope: 'tool',
  axis: 'wire',
  level: 'safe',
  says: 'A call of a tool is given more time.',
  why: 'Every call that worked still does; hosts with a shorter patience give up first.',
  next: 'Check that the hosts wait that long.',
  example: {
    before: 'timeout_ms: 10000',
    after: 'timeout_ms: 60000',
  },
  mirror: 'tool/timeout-shortened',
  detect(pair, found) {
    const times = timeouts(pair);
    if (times && times.after > times.before) found({ path: ['timeout_ms'], ...times });
  },
});
