/** Where deprecated tools with `via` lead, and how an adapter is written in a spec. */
import type { ViaBehavior } from '@haft/runtime';
import type { JsonObject } from '@haft/runtime/language';
import type { ToolPlan } from './model.ts';

/** The tools of its server that a call goes through, the nearest first; none where it does the work itself. */
export function throughOf(tool: ToolPlan, tools: readonly ToolPlan[]): readonly ToolPlan[] {
  const passed: ToolPlan[] = [];
  for (let next = targetOf(tool, tools); next && !passed.includes(next); next = targetOf(next, tools))
    passed.push(next);
  return passed;
}

/** The tool that does the work. */
export function workOf(tool: ToolPlan, tools: readonly ToolPlan[]): ToolPlan {
  return throughOf(tool, tools).at(-1) ?? tool;
}

function targetOf({ behavior }: ToolPlan, tools: readonly ToolPlan[]): ToolPlan | undefined {
  return behavior.kind === 'via' ? tools.find(({ name }) => name === behavior.tool) : undefined;
}

/** The keys below `deprecated`, next to a `use` of this name. */
export function writtenAdapter({ tool, arguments: via, translate, result }: ViaBehavior, use: string): JsonObject {
  const more = { ...(translate && { translate }), ...(result && { result }), ...(tool !== use && { through: tool }) };
  return { via, ...more } as JsonObject;
}
