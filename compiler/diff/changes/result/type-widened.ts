/** A whole number of the result may be any number. */
import { typeBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultTypeWidened = changeKind({
  id: 'result/type-widened',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A whole number of the result may be any number.',
  why: 'Readers that count on whole numbers get fractions.',
  next: 'Round the value, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'returns: { type: object, properties: { year: { type: integer } } }',
    after: 'returns: { type: object, properties: { year: { type: number } } }',
  },
  mirror: 'result/type-narrowed',
  detect: typeBecame('result', 'wider'),
});
