/** The parameters of a tool stand in another order. */
import { propertyOrder } from '../../schema/objects.ts';
import { changeKind } from '../../kind.ts';

export const toolParameterOrder = changeKind({
  id: 'tool/parameter-order',
  scope: 'tool',
  axis: 'model',
  level: 'risky',
  says: 'The parameters of a tool stand in another order.',
  why: 'A model reads them in order and fills the first ones more readily.',
  next: 'Put them back in their order, or run the evals of "<tool>" again.',
  example: {
    before: 'parameters: { words: { type: string }, shelf: { type: string } }',
    after: 'parameters: { shelf: { type: string }, words: { type: string } }',
  },
  mirror: 'tool/parameter-order',
  detect(pair, found) {
    if (!pair.before || !pair.after) return;
    const order = propertyOrder({ before: pair.before.inputSchema, after: pair.after.inputSchema });
    if (order) found({ path: ['parameters'], ...order });
  },
});
