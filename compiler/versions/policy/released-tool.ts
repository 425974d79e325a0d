/** Released tools that still exist under their names: those whose callers a change reaches. */
import type { About } from '../../base/diagnostic.ts';
import type { ToolPlan } from '../../plan/model.ts';
import type { AllPairs } from '../change.ts';

/** The released version of the tool of a target. */
export function releasedToolIn({ tool: pairs }: AllPairs): (target: About) => ToolPlan | undefined {
  const byName = new Map(
    pairs.flatMap(({ before, after, server, renamed }) =>
      before && after && renamed === false ? [[keyOf(server, after.name), before] as const] : [],
    ),
  );
  return ({ server, tool }) => byName.get(keyOf(server, tool));
}

function keyOf(server: string | undefined, tool: string | undefined): string {
  return JSON.stringify([server, tool]);
}
