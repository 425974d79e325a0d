/** What a call of a tool needs: whether parameters that were enough no longer are. */
import type { ToolPlan } from '../../plan/model.ts';

/** A call that fulfills a part of a group, or gives a required parameter, fulfills the group. */
export function stricterGroups(from: ToolPlan | undefined, to: ToolPlan | undefined): readonly (readonly string[])[] {
  if (!from || !to) return [];
  const ensured = [...(from.at_least_one ?? []), ...(from.inputSchema.required ?? []).map((name) => [name])];
  return (to.at_least_one ?? []).filter((group) => !ensured.some((part) => part.every((name) => group.includes(name))));
}
