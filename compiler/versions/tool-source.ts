/** Where a tool was imported from, by which it is recognized under another name. */
import type { ToolPlan } from '../plan/model.ts';
import { type HasSource, sourceKey } from '../plan/source-identity.ts';

export function sourceOf({ from }: ToolPlan): HasSource | undefined {
  return from === undefined ? undefined : { from };
}

/** A contract of an older Haft has no sources: there it is what the tool calls, which an import takes from its source. */
export function releasedSource(tool: ToolPlan): HasSource | undefined {
  const { behavior } = tool;
  if (tool.from !== undefined) return sourceOf(tool);
  if (behavior.kind === 'http') return { from: sourceKey(`${behavior.method} ${behavior.path}`) };
  return behavior.kind === 'mcp' ? { from: `mcp:${behavior.tool}` } : undefined;
}

/** Undefined where one of them was not imported, as far as is known. */
export function areOfOneSource(released: ToolPlan, now: ToolPlan): boolean | undefined {
  const [old, current] = [releasedSource(released), sourceOf(now)];
  if (old && current && sourceKey(old.from) === sourceKey(current.from)) return true;
  return released.from === undefined || current === undefined ? undefined : false;
}
