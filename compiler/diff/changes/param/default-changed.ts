/** The default of a parameter changed. */
import { replaced } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramDefaultChanged = changeKind({
  id: 'param/default-changed',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'The default of a parameter changed.',
  why: 'Calls that leave it out now mean something else, and nobody told their callers.',
  next: 'Keep the default, or tell callers to give the value that they rely on.',
  example: {
    before: 'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
    after: 'parameters: { limit: { type: integer, default: 50, description: How many books at most. } }',
  },
  mirror: 'param/default-changed',
  detect: replaced('argument', 'default'),
});
