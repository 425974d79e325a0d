/** A bound of the result became looser. */
import { loosened } from '../../schema/bounds.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultBoundsLoosened = changeKind({
  id: 'result/bounds-loosened',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'A bound of the result became looser.',
  why: 'Readers that made room for the old bound get values beyond it.',
  next: 'Keep the bound, or tell readers of the new one.',
  example: {
    before: 'returns: { type: object, properties: { year: { type: integer, maximum: 2030 } } }',
    after: 'returns: { type: object, properties: { year: { type: integer, maximum: 3000 } } }',
  },
  mirror: 'result/bounds-tightened',
  detect(pair, found) {
    for (const bound of loosened(comparable(pair, 'result'))) found(bound);
  },
});
