/** How long a tool may take. */
import { changeKinds } from '../../kind.ts';
import type { Pair, ToolPair } from '../../change.ts';

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

/** None where the tool's own timeout is unchanged: a change of its server is reported once, for the server. */
function timeouts({ before, after, owner }: ToolPair): { before: number; after: number } | undefined {
  if (!before || !after || before.timeout_ms === after.timeout_ms) return undefined;
  const [old, now] = [before.timeout_ms ?? limitOf(owner.before), after.timeout_ms ?? limitOf(owner.after)];
  return old === undefined || now === undefined ? undefined : { before: old, after: now };
}

function limitOf(server: ToolPair['owner'][keyof Pair<unknown>]): number | undefined {
  return server?.limits.timeout_ms;
}
