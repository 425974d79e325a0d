/** The schema of the items of a list. */
import { changeKinds } from '../../kind.ts';
import { detectDropped, detectIntroduced, withJudgment } from '../../schema/moves.ts';

export const SCHEMA_ITEMS = changeKinds('schema', [
  {
    id: 'param/items-introduced',
    axis: 'wire',
    level: 'breaking',
    says: 'An item schema was added to an array parameter.',
    why: 'Calls with other items worked before and are now rejected.',
    next: 'Allow the items that callers send, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { tags: { type: array, description: Tags of the book. } }',
      after: 'parameters: { tags: { type: array, items: { type: string }, description: Tags of the book. } }',
    },
    mirror: 'param/items-dropped',
    detect: withJudgment(detectIntroduced('argument', 'items')),
  },
  {
    id: 'param/items-dropped',
    axis: 'wire',
    level: 'safe',
    says: 'The item schema of an array parameter was removed.',
    why: 'All arrays that were accepted still are.',
    next: 'Declare the items; without them a model guesses.',
    mirror: 'param/items-introduced',
    detect: detectDropped('argument', 'items'),
  },
  {
    id: 'result/items-introduced',
    axis: 'wire',
    level: 'safe',
    says: 'An item schema was added to an array in the result.',
    why: 'Consumers that accept any item are not affected.',
    next: 'Check that the tool returns no other items; such a result is rejected.',
    example: {
      before: 'returns: { type: object, properties: { tags: { type: array } } }',
      after: 'returns: { type: object, properties: { tags: { type: array, items: { type: string } } } }',
    },
    mirror: 'result/items-dropped',
    detect: detectIntroduced('result', 'items'),
  },
  {
    id: 'result/items-dropped',
    axis: 'wire',
    level: 'risky',
    says: 'The item schema of an array in the result was removed.',
    why: 'Consumers that rely on the item schema can fail.',
    next: 'Keep the item schema.',
    mirror: 'result/items-introduced',
    detect: detectDropped('result', 'items'),
  },
]);
