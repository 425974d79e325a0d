/** A list of a parameter says what its items are. */
import { introduced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramItemsIntroduced = changeKind({
  id: 'param/items-introduced',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A list of a parameter says what its items are.',
  why: 'Calls with items of another form worked, and are now rejected.',
  next: 'Allow the items that callers send, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { tags: { type: array, description: Tags of the book. } }',
    after: 'parameters: { tags: { type: array, items: { type: string }, description: Tags of the book. } }',
  },
  mirror: 'param/items-dropped',
  detect: introduced('argument', 'items'),
});
