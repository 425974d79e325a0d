/** A property that could be missing is always in the result. */
import { becameRequired } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultBecameRequired = changeKind({
  id: 'result/became-required',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A property that could be missing is always in the result.',
  why: 'Readers that expect it to be missing now and then are right as before.',
  next: 'Check that the tool really gives it every time: a result without it is refused.',
  example: {
    before: 'returns: { type: object, properties: { title: { type: string } } }',
    after: 'returns: { type: object, properties: { title: { type: string } }, required: [title] }',
  },
  mirror: 'result/became-optional',
  detect: becameRequired('result'),
});
