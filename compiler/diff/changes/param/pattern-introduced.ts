/** A text of a parameter has to match a pattern. */
import { introduced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramPatternIntroduced = changeKind({
  id: 'param/pattern-introduced',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A text of a parameter has to match a pattern.',
  why: 'Calls with a text that does not match worked, and are now rejected.',
  next: 'Ask for the form in the description instead, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { shelf: { type: string, description: Where to look. } }',
    after: 'parameters: { shelf: { type: string, pattern: "^[A-F]$", description: Where to look. } }',
  },
  mirror: 'param/pattern-dropped',
  detect: introduced('argument', 'pattern'),
});
