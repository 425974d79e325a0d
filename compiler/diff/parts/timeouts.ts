/** How long a call of a tool may take: its own deadline, or that of its server. */
import type { Pair, ToolPair } from '../change.ts';

/** Nothing where the tool says the same in both: what its server changed is told once, of the server. */
export function timeouts({ before, after, owner }: ToolPair): { before: number; after: number } | undefined {
  if (!before || !after || before.timeout_ms === after.timeout_ms) return undefined;
  const [old, now] = [before.timeout_ms ?? limitOf(owner.before), after.timeout_ms ?? limitOf(owner.after)];
  return old === undefined || now === undefined ? undefined : { before: old, after: now };
}

function limitOf(server: ToolPair['owner'][keyof Pair<unknown>]): number | undefined {
  return server?.limits.timeout_ms;
}
