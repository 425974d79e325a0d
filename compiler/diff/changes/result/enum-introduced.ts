/** A property of the result has only the values of a list. */
import { introduced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultEnumIntroduced = changeKind({
  id: 'result/enum-introduced',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A property of the result has only the values of a list.',
  why: 'Readers that took any value take these too.',
  next: 'Check that the tool gives no other: such a result is refused.',
  example: {
    before: 'returns: { type: object, properties: { found_in: { type: string } } }',
    after: 'returns: { type: object, properties: { found_in: { type: string, enum: [title, author] } } }',
  },
  mirror: 'result/enum-dropped',
  detect: introduced('result', 'enum'),
});
