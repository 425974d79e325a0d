/** A property of the result can have more than the values of a list. */
import { dropped } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultEnumDropped = changeKind({
  id: 'result/enum-dropped',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'A property of the result can have more than the values of a list.',
  why: 'Readers that know only the values of the list do not know what to do with others.',
  next: 'Keep the list, and add to it what is new.',
  example: {
    before: 'returns: { type: object, properties: { found_in: { type: string, enum: [title, author] } } }',
    after: 'returns: { type: object, properties: { found_in: { type: string } } }',
  },
  mirror: 'result/enum-introduced',
  detect: dropped('result', 'enum'),
});
