/** A parameter takes more than the values of a list. */
import { dropped } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramEnumDropped = changeKind({
  id: 'param/enum-dropped',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A parameter takes more than the values of a list.',
  why: 'Every value that was accepted still is.',
  next: 'Say in the description which values mean something.',
  example: {
    before: 'parameters: { field: { type: string, enum: [title, author], description: Where to look. } }',
    after: 'parameters: { field: { type: string, description: Where to look. } }',
  },
  mirror: 'param/enum-introduced',
  detect: dropped('argument', 'enum'),
});
