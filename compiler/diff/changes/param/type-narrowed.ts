/** A number has to be a whole one. */
import { typeBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramTypeNarrowed = changeKind({
  id: 'param/type-narrowed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A number has to be a whole one.',
  why: 'Calls with a fraction worked, and are now rejected.',
  next: 'Keep the released form, or run "haft bump <tool>" to publish this one as a successor.',
  example: {
    before: 'parameters: { weight: { type: number, description: Weight in grams. } }',
    after: 'parameters: { weight: { type: integer, description: Weight in grams. } }',
  },
  mirror: 'param/type-widened',
  detect: typeBecame('argument', 'narrower'),
});
