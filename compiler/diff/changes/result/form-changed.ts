/** The form of a result changed in a way that cannot be compared. */
import { undecidedChanged } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultFormChanged = changeKind({
  id: 'result/form-changed',
  scope: 'schema',
  axis: 'wire',
  level: 'unknown',
  says: 'The form of a result changed in a way that cannot be compared.',
  why: 'Whether every result has the form that readers know cannot be told from the two forms.',
  next: 'Compare the two forms; if the new one lets anything new through, tell the readers.',
  example: {
    before: 'returns: { type: object, properties: { day: { type: string, format: date } } }',
    after: 'returns: { type: object, properties: { day: { type: string, format: date-time } } }',
  },
  mirror: 'result/form-changed',
  detect: undecidedChanged('result'),
});
