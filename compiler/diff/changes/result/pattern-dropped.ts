/** A text of the result need not match a pattern any more. */
import { dropped } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultPatternDropped = changeKind({
  id: 'result/pattern-dropped',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'A text of the result need not match a pattern any more.',
  why: 'Readers that take the text apart by its form can fail.',
  next: 'Keep the pattern, or tell readers of the new forms.',
  example: {
    before: 'returns: { type: object, properties: { shelf: { type: string, pattern: "^[A-F]$" } } }',
    after: 'returns: { type: object, properties: { shelf: { type: string } } }',
  },
  mirror: 'result/pattern-introduced',
  detect: dropped('result', 'pattern'),
});
