/** The pattern of a text of the result changed. */
import { replaced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultPatternChanged = changeKind({
  id: 'result/pattern-changed',
  scope: 'schema',
  axis: 'wire',
  level: 'unknown',
  says: 'The pattern of a text of the result changed.',
  why: 'Whether every text has the form that readers know cannot be told from two patterns.',
  next: 'Compare the two patterns; if the new one lets anything new through, tell the readers.',
  example: {
    before: 'returns: { type: object, properties: { shelf: { type: string, pattern: "^[A-F]$" } } }',
    after: 'returns: { type: object, properties: { shelf: { type: string, pattern: "^[A-Z]$" } } }',
  },
  mirror: 'result/pattern-changed',
  detect: replaced('result', 'pattern'),
});
