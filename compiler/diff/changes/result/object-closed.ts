/** An object of the result has only declared properties. */
import { objectBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultObjectClosed = changeKind({
  id: 'result/object-closed',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'An object of the result has only declared properties.',
  why: 'Readers of the declared ones notice nothing.',
  next: 'Check that the tool gives no others: such a result is refused.',
  example: {
    before:
      'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, additionalProperties: true } } }',
    after:
      'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, additionalProperties: false } } }',
  },
  mirror: 'result/object-opened',
  detect: objectBecame('result', 'closed'),
});
