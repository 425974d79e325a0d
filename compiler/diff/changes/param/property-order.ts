/** The properties of an object parameter stand in another order. */
import { comparable } from '../../schema/forms.ts';
import { propertyOrder } from '../../schema/objects.ts';
import { changeKind } from '../../kind.ts';

export const paramPropertyOrder = changeKind({
  id: 'param/property-order',
  scope: 'schema',
  axis: 'model',
  level: 'risky',
  says: 'The properties of an object parameter stand in another order.',
  why: 'A model reads them in order and fills the first ones more readily.',
  next: 'Put them back in their order, or run the evals of "<tool>" again.',
  example: {
    before:
      'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string }, born: { type: integer } } } }',
    after:
      'parameters: { author: { type: object, description: Who wrote it., properties: { born: { type: integer }, name: { type: string } } } }',
  },
  mirror: 'param/property-order',
  detect(pair, found) {
    const order = propertyOrder(comparable(pair, 'argument'));
    if (order) found({ path: ['properties'], ...order });
  },
});
