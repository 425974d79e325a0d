/** A number of the result is always a whole one. */
import { typeBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultTypeNarrowed = changeKind({
  id: 'result/type-narrowed',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A number of the result is always a whole one.',
  why: 'Readers that take any number take it too.',
  next: 'Check that the tool really rounds: a result with a fraction is refused.',
  example: {
    before: 'returns: { type: object, properties: { year: { type: number } } }',
    after: 'returns: { type: object, properties: { year: { type: integer } } }',
  },
  mirror: 'result/type-widened',
  detect: typeBecame('result', 'narrower'),
});
