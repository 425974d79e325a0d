/** A text of a parameter need not match a pattern any more. */
import { dropped } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramPatternDropped = changeKind({
  id: 'param/pattern-dropped',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A text of a parameter need not match a pattern any more.',
  why: 'Every text that was accepted still is.',
  next: 'Say in the description which form is wanted.',
  example: {
    before: 'parameters: { shelf: { type: string, pattern: "^[A-F]$", description: Where to look. } }',
    after: 'parameters: { shelf: { type: string, description: Where to look. } }',
  },
  mirror: 'param/pattern-introduced',
  detect: dropped('argument', 'pattern'),
});
