/** The properties of a result stand in another order. */
import { comparable } from '../../schema/forms.ts';
import { propertyOrder } from '../../schema/objects.ts';
import { changeKind } from '../../kind.ts';

export const resultPropertyOrder = changeKind({
  id: 'result/property-order',
  scope: 'schema',
  axis: 'model',
  level: 'safe',
  says: 'The properties of a result stand in another order.',
  why: 'Some models see the form of results; no reader depends on the order.',
  next: 'Put them back in their order if the change was not meant.',
  example: {
    before: 'returns: { type: object, properties: { title: { type: string }, year: { type: integer } } }',
    after: 'returns: { type: object, properties: { year: { type: integer }, title: { type: string } } }',
  },
  mirror: 'result/property-order',
  detect(pair, found) {
    const order = propertyOrder(comparable(pair, 'result'));
    if (order) found({ path: ['properties'], ...order });
  },
});
