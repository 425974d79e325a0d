/** A text of the result always matches a pattern. */
import { introduced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultPatternIntroduced = changeKind({
  id: 'result/pattern-introduced',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A text of the result always matches a pattern.',
  why: 'Readers that took any text take it too.',
  next: 'Check that the tool gives no other: such a result is refused.',
  example: {
    before: 'returns: { type: object, properties: { shelf: { type: string } } }',
    after: 'returns: { type: object, properties: { shelf: { type: string, pattern: "^[A-F]$" } } }',
  },
  mirror: 'result/pattern-dropped',
  detect: introduced('result', 'pattern'),
});
