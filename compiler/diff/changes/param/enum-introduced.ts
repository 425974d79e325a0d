/** A parameter takes only the values of a list. */
import { introduced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramEnumIntroduced = changeKind({
  id: 'param/enum-introduced',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A parameter takes only the values of a list.',
  why: 'Calls with any other value worked, and are now rejected.',
  next: 'Name the values in the description instead, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { field: { type: string, description: Where to look. } }',
    after: 'parameters: { field: { type: string, enum: [title, author], description: Where to look. } }',
  },
  mirror: 'param/enum-dropped',
  detect: introduced('argument', 'enum'),
});
