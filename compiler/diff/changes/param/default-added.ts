/** A parameter has a default. */
import { introduced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramDefaultAdded = changeKind({
  id: 'param/default-added',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A parameter has a default.',
  why: 'Calls without it now mean something certain.',
  next: 'Check that the default does what the tool did without it.',
  example: {
    before: 'parameters: { limit: { type: integer, description: How many books at most. } }',
    after: 'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
  },
  mirror: 'param/default-removed',
  detect: introduced('argument', 'default'),
});
