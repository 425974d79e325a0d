/** Groups of parameters of which one must be given: those that reject calls which the other version takes. */
import { isEqual } from '../../base/json.ts';
import type { ChangeFacts, ToolPair } from '../change.ts';
import type { ToolPlan } from '../../plan/model.ts';

/** A call that fulfills a part of a group, or gives a required parameter, fulfills the group. */
export function stricterGroups(from: ToolPlan | undefined, to: ToolPlan | undefined): readonly (readonly string[])[] {
  if (!from || !to) return [];
  const ensured = [...(from.at_least_one ?? []), ...(from.inputSchema.required ?? []).map((name) => [name])];
  return (to.at_least_one ?? []).filter((group) => !ensured.some((part) => part.every((name) => group.includes(name))));
}

export function groupsAdded({ before, after }: ToolPair, found: (one: ChangeFacts) => void): void {
  for (const group of stricterGroups(before, after))
    found({ path: ['at_least_one'], before: widerGroup(before, group), after: group });
}

export function groupsRemoved({ before, after }: ToolPair, found: (one: ChangeFacts) => void): void {
  for (const group of stricterGroups(after, before))
    found({ path: ['at_least_one'], before: group, after: widerGroup(after, group) });
}

/** The group that lost or gained members. */
function widerGroup(tool: ToolPlan | undefined, group: readonly string[]): readonly string[] | undefined {
  return tool?.at_least_one?.find((other) => group.every((name) => other.includes(name)));
}

/** Another sentence in the description, whether calls are judged as before or not. */
export function groupsReworded({ before, after }: ToolPair, found: (one: ChangeFacts) => void): void {
  if (!before || !after || isEqual(before.at_least_one, after.at_least_one)) return;
  const { at_least_one: old } = before;
  const { at_least_one: now } = after;
  found({ path: ['at_least_one'], ...(old && { before: old }), ...(now && { after: now }) });
}
