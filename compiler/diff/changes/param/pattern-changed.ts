/** The pattern of a parameter changed. */
import { replaced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramPatternChanged = changeKind({
  id: 'param/pattern-changed',
  scope: 'schema',
  axis: 'wire',
  level: 'unknown',
  says: 'The pattern of a parameter changed.',
  why: 'Whether every text that matched still does cannot be told from two patterns: calls that worked may be rejected.',
  next: 'Compare the two patterns; if the new one refuses anything, run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { shelf: { type: string, pattern: "^[A-F]$", description: Where to look. } }',
    after: 'parameters: { shelf: { type: string, pattern: "^[A-Z]$", description: Where to look. } }',
  },
  mirror: 'param/pattern-changed',
  detect: replaced('argument', 'pattern'),
});
