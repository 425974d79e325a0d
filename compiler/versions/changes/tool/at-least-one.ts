/** Groups of parameters of which a call must give at least one. */
import { changeKinds } from '../../kind.ts';
import { groupsAdded, groupsRemoved, groupsReworded } from '../../compare/groups.ts';

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
