/** A property of the result has another type. */
import { typeBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultTypeChanged = changeKind({
  id: 'result/type-changed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A property of the result has another type.',
  why: 'Readers get a value that they do not expect and cannot use.',
  next: 'Keep the type and add a property of the new one, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'returns: { type: object, properties: { year: { type: string } } }',
    after: 'returns: { type: object, properties: { year: { type: integer } } }',
  },
  mirror: 'result/type-changed',
  detect: typeBecame('result', 'other'),
});
