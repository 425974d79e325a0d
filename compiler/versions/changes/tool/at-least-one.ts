/** Groups of parameters of which a call must give at least one. */
import { changeKinds } from '../../kind.ts';
import { isEqual } from '../../../base/json.ts';
import type { ChangeFacts, ToolPair } from '../../change.ts';
import type { ToolPlan } from '../../../plan/model.ts';

const PARAMETERS =
  'parameters: { words: { type: string, description: Words to look for. }, author: { type: string, description: Who wrote it. } }';

export const TOOL_AT_LEAST_ONE = changeKinds('tool', [
  {
    id: 'tool/at-least-one-added',
    axis: 'wire',
    level: 'breaking',
    says: 'A call must now give at least one of several parameters.',
    why: 'Calls that give none of them worked before and are now rejected.',
    next: 'Give the tool a sensible result without them, or run `haft bump <tool>` to publish this version as a successor.',
    example: { before: PARAMETERS, after: `${PARAMETERS}\nat_least_one: [[words, author]]` },
    mirror: 'tool/at-least-one-removed',
    detect: groupsAdded,
  },
  {
    id: 'tool/at-least-one-removed',
    axis: 'wire',
    level: 'safe',
    says: 'A call need no longer give one of several parameters.',
    why: 'Calls that give one of them work as before.',
    next: 'Check that the tool has a sensible result without any of them.',
    mirror: 'tool/at-least-one-added',
    detect: groupsRemoved,
  },
  {
    id: 'tool/description-at-least-one',
    axis: 'model',
    level: 'risky',
    says: 'What a tool description says about parameters of which one must be given changed.',
    why: 'A model fills other parameters, or calls the tool where it did not before.',
    next: 'Rerun the evals of "<tool>", and record the results with `haft eval --tier model --record`.',
    example: {
      before: `${PARAMETERS}\nat_least_one: [[words, author]]`,
      after: `${PARAMETERS}\nat_least_one: [[author, words]]`,
    },
    detect: groupsReworded,
  },
]);

/** A call that fulfills a part of a group, or gives a required parameter, fulfills the group. */
export function stricterGroups(from: ToolPlan | undefined, to: ToolPlan | undefined): readonly (readonly string[])[] {
  if (!from || !to) return [];
  const ensured = [...(from.at_least_one ?? []), ...(from.inputSchema.required ?? []).map((name) => [name])];
  return (to.at_least_one ?? []).filter((group) => !ensured.some((part) => part.every((name) => group.includes(name))));
}

function groupsAdded({ before, after }: ToolPair, found: (one: ChangeFacts) => void): void {
  for (const group of stricterGroups(before, after))
    found({ path: ['at_least_one'], before: widerGroup(before, group), after: group });
}

function groupsRemoved({ before, after }: ToolPair, found: (one: ChangeFacts) => void): void {
  for (const group of stricterGroups(after, before))
    found({ path: ['at_least_one'], before: group, after: widerGroup(after, group) });
}

/** The group that lost or gained members. */
function widerGroup(tool: ToolPlan | undefined, group: readonly string[]): readonly string[] | undefined {
  return tool?.at_least_one?.find((other) => group.every((name) => other.includes(name)));
}

/** Another sentence in the description, whether calls are judged as before or not. */
function groupsReworded({ before, after }: ToolPair, found: (one: ChangeFacts) => void): void {
  if (!before || !after || isEqual(before.at_least_one, after.at_least_one)) return;
  const { at_least_one: old } = before;
  const { at_least_one: now } = after;
  found({ path: ['at_least_one'], ...(old && { before: old }), ...(now && { after: now }) });
}
