/** A parameter that was optional is required. */
import { becameRequired } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const paramBecameRequired = changeKind({
  id: 'param/became-required',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A parameter that was optional is required.',
  why: 'Calls that leave it out worked, and are now rejected.',
  next: 'Keep it optional and give it a default, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { words: { type: string, description: Words to look for. } }',
    after: `parameters: { words: { type: string, description: Words to look for. } }
required: [words]`,
  },
  mirror: 'param/became-optional',
  detect: becameRequired('argument'),
});
