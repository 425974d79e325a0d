/** Whether a call or a result must have the value. */
import { changeKinds } from '../../kind.ts';
import { madeOptional, madeRequired } from '../../schema/moves.ts';

export const SCHEMA_REQUIRED = changeKinds('schema', [
  {
    id: 'param/became-required',
    axis: 'wire',
    level: 'breaking',
    says: 'An optional parameter became required.',
    why: 'Calls that omit it worked before and are now rejected.',
    next: 'Keep it optional with a default, or run `haft bump <tool>` to publish this version as a successor.',
    example: {
      before: 'parameters: { words: { type: string, description: Words to look for. } }',
      after: `parameters: { words: { type: string, description: Words to look for. } }
required: [words]`,
    },
    mirror: 'param/became-optional',
    detect: madeRequired('argument'),
  },
  {
    id: 'param/became-optional',
    axis: 'wire',
    level: 'safe',
    says: 'A required parameter became optional.',
    why: 'Calls that send it work as before.',
    next: 'Give it a default, so that calls without it have a defined meaning.',
    mirror: 'param/became-required',
    detect: madeOptional('argument'),
  },
  {
    id: 'result/became-required',
    axis: 'wire',
    level: 'safe',
    says: 'An optional property of the result became required.',
    why: 'Consumers that handle its absence are not affected.',
    next: 'Check that the tool always returns it; a result without it is rejected.',
    example: {
      before: 'returns: { type: object, properties: { title: { type: string } } }',
      after: 'returns: { type: object, properties: { title: { type: string } }, required: [title] }',
    },
    mirror: 'result/became-optional',
    detect: madeRequired('result'),
  },
  {
    id: 'result/became-optional',
    axis: 'wire',
    level: 'breaking',
    says: 'A required property of the result became optional.',
    why: 'Consumers that rely on it fail when it is absent.',
    next: 'Keep returning it in every result, or run `haft bump <tool>` to publish this version as a successor.',
    mirror: 'result/became-required',
    detect: madeOptional('result'),
  },
]);
