/** A list of the result may hold items of any form. */
import { dropped } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultItemsDropped = changeKind({
  id: 'result/items-dropped',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'A list of the result may hold items of any form.',
  why: 'Readers that rely on the form of the items can fail.',
  next: 'Keep saying what the items are.',
  example: {
    before: 'returns: { type: object, properties: { tags: { type: array, items: { type: string } } } }',
    after: 'returns: { type: object, properties: { tags: { type: array } } }',
  },
  mirror: 'result/items-introduced',
  detect: dropped('result', 'items'),
});
