/** A property that was always in the result may be missing. */
import { becameOptional } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultBecameOptional = changeKind({
  id: 'result/became-optional',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A property that was always in the result may be missing.',
  why: 'Readers that rely on it fail when it is not there.',
  next: 'Go on giving it in every result, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'returns: { type: object, properties: { title: { type: string } }, required: [title] }',
    after: 'returns: { type: object, properties: { title: { type: string } } }',
  },
  mirror: 'result/became-required',
  detect: becameOptional('result'),
});
