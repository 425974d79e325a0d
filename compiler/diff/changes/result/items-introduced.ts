/** A list of the result says what its items are. */
import { introduced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultItemsIntroduced = changeKind({
  id: 'result/items-introduced',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A list of the result says what its items are.',
  why: 'Readers that took any item take these too.',
  next: 'Check that the tool gives no other: such a result is refused.',
  example: {
    before: 'returns: { type: object, properties: { tags: { type: array } } }',
    after: 'returns: { type: object, properties: { tags: { type: array, items: { type: string } } } }',
  },
  mirror: 'result/items-dropped',
  detect: introduced('result', 'items'),
});
