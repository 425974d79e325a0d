/** How long a tool may take. */
import { changeKinds } from '../../kind.ts';
import { timeouts } from '../../compare/timeouts.ts';

export const TOOL_TIMEOUT = changeKinds('tool', [
  {
    id: 'tool/timeout-shortened',
    axis: 'wire',
    level: 'risky',
    says: 'The timeout of a tool was reduced.',
    why: 'Slow calls that worked before now time out.',
    next: 'Keep the longer timeout unless slow results are useless.',
    example: {
      before: 'timeout_ms: 60000',
      after: 'timeout_ms: 10000',
    },
    mirror: 'tool/timeout-lengthened',
    detect(pair, found) {
      const times = timeouts(pair);
      if (times && times.after < times.before) found({ path: ['timeout_ms'], ...times });
    },
  },
  {
    id: 'tool/timeout-lengthened',
    axis: 'wire',
    level: 'safe',
    says: 'The timeout of a tool was increased.',
    why: 'All calls that worked still do; hosts with a shorter timeout give up first.',
    next: 'Check that the hosts wait that long.',
    mirror: 'tool/timeout-shortened',
    detect(pair, found) {
      const times = timeouts(pair);
      if (times && times.after > times.before) found({ path: ['timeout_ms'], ...times });
    },
  },
]);
