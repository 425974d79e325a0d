/** A bound of a parameter became looser. */
import { loosened } from '../../schema/bounds.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramBoundsLoosened = changeKind({
  id: 'param/bounds-loosened',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A bound of a parameter became looser.',
  why: 'Every value that was accepted still is.',
  next: 'Check that what stands behind the tool takes the larger range.',
  example: {
    before: 'parameters: { limit: { type: integer, maximum: 50, description: How many books at most. } }',
    after: 'parameters: { limit: { type: integer, maximum: 100, description: How many books at most. } }',
  },
  mirror: 'param/bounds-tightened',
  detect(pair, found) {
    for (const bound of loosened(comparable(pair, 'argument'))) found(bound);
  },
});
