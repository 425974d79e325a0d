/** A bound of the result became tighter. */
import { tightened } from '../../schema/bounds.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultBoundsTightened = changeKind({
  id: 'result/bounds-tightened',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A bound of the result became tighter.',
  why: 'Readers that made room for the old bound have room enough.',
  next: 'Check that the tool stays within it: a result beyond it is refused.',
  example: {
    before: 'returns: { type: object, properties: { year: { type: integer, maximum: 3000 } } }',
    after: 'returns: { type: object, properties: { year: { type: integer, maximum: 2030 } } }',
  },
  mirror: 'result/bounds-loosened',
  detect(pair, found) {
    for (const bound of tightened(comparable(pair, 'result'))) found(bound);
  },
});
