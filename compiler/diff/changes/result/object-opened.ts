/** An object of the result may have undeclared properties. */
import { objectBecame } from '../../schema/moves.ts';
import { changeKind } from '../../kind.ts';

export const resultObjectOpened = changeKind({
  id: 'result/object-opened',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'An object of the result may have undeclared properties.',
  why: 'Clients that hold the old form may refuse a result with more in it.',
  next: 'Declare what is new and keep the object closed.',
  example: {
    before:
      'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, additionalProperties: false } } }',
    after:
      'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, additionalProperties: true } } }',
  },
  mirror: 'result/object-closed',
  detect: objectBecame('result', 'open'),
});
