/** The timeout of a tool's calls: its own, or that of its server. */
import type { Pair, ToolPair } from '../change.ts';

/** None where the tool's own timeout is unchanged: a change of its server is reported once, for the server. */
export function timeouts({ before, after, owner }: ToolPair): { before: number; after: number } | undefined {
  if (!before || !after || before.timeout_ms === after.timeout_ms) return undefined;
  const [old, now] = [before.timeout_ms ?? limitOf(owner.before), after.timeout_ms ?? limitOf(owner.after)];
  return old === undefined || now === undefined ? undefined : { before: old, after: now };
}

function limitOf(server: ToolPair['owner'][keyof Pair<unknown>]): number | undefined {
  return server?.limits.timeout_ms;
}
