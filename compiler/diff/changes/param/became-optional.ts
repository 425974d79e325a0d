/** A parameter that was required is optional. */
import { becameOptional } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramBecameOptional = changeKind({
  id: 'param/became-optional',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A parameter that was required is optional.',
  why: 'Calls that give it work as before.',
  next: 'Give it a default, so that calls without it mean something certain.',
  example: {
    before: `parameters: { words: { type: string, description: Words to look for. } }
required: [words]`,
    after: 'parameters: { words: { type: string, description: Words to look for. } }',
  },
  mirror: 'param/became-required',
  detect: becameOptional('argument'),
});
