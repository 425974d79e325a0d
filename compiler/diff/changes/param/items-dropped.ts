/** A list of a parameter takes items of any form. */
import { dropped } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramItemsDropped = changeKind({
  id: 'param/items-dropped',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A list of a parameter takes items of any form.',
  why: 'Every list that was accepted still is.',
  next: 'Say what the items are: without it a model guesses.',
  example: {
    before: 'parameters: { tags: { type: array, items: { type: string }, description: Tags of the book. } }',
    after: 'parameters: { tags: { type: array, description: Tags of the book. } }',
  },
  mirror: 'param/items-introduced',
  detect: dropped('argument', 'items'),
});
