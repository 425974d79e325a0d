/** The values of a parameter stand in another order. */
import { enumChange } from '../../schema/enums.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramEnumOrder = changeKind({
  id: 'param/enum-order',
  scope: 'schema',
  axis: 'model',
  level: 'risky',
  says: 'The values of a parameter stand in another order.',
  why: 'A model fills the first values more readily than the later ones.',
  next: 'Put them back in their order, or run the evals of "<tool>" again.',
  example: {
    before: 'parameters: { field: { type: string, enum: [title, author], description: Where to look. } }',
    after: 'parameters: { field: { type: string, enum: [author, title], description: Where to look. } }',
  },
  mirror: 'param/enum-order',
  detect(pair, found) {
    const forms = comparable(pair, 'argument');
    if (enumChange(forms)?.reordered) found({ path: ['enum'], before: forms?.before.enum, after: forms?.after.enum });
  },
});
