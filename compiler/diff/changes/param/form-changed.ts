/** The form of a parameter changed in a way that cannot be compared. */
import { undecidedChanged } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramFormChanged = changeKind({
  id: 'param/form-changed',
  scope: 'schema',
  axis: 'wire',
  level: 'unknown',
  says: 'The form of a parameter changed in a way that cannot be compared.',
  why: 'Whether every call that worked still does cannot be told from the two forms.',
  next: 'Compare the two forms; if the new one refuses anything, run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { day: { type: string, format: date, description: Day of the visit. } }',
    after: 'parameters: { day: { type: string, format: date-time, description: Day of the visit. } }',
  },
  mirror: 'param/form-changed',
  detect: undecidedChanged('argument'),
});
