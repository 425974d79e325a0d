/** A bound of a parameter became tighter. */
import { tightened } from '../../schema/bounds.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramBoundsTightened = changeKind({
  id: 'param/bounds-tightened',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A bound of a parameter became tighter.',
  why: 'Calls beyond the new bound worked, and are now rejected.',
  next: 'Keep the bound, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { limit: { type: integer, maximum: 100, description: How many books at most. } }',
    after: 'parameters: { limit: { type: integer, maximum: 50, description: How many books at most. } }',
  },
  mirror: 'param/bounds-loosened',
  detect(pair, found) {
    for (const bound of tightened(comparable(pair, 'argument'))) found(bound);
  },
});
