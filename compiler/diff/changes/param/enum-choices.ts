/** A model has more values of a parameter to choose from. */
import { enumChange } from '../../schema/enums.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramEnumChoices = changeKind({
  id: 'param/enum-choices',
  scope: 'schema',
  axis: 'model',
  level: 'risky',
  says: 'A model has more values of a parameter to choose from.',
  why: 'The new value can draw requests that were filled with an old one.',
  next: 'Run the evals of "<tool>" again and record the results with "haft evals record".',
  example: {
    before: 'parameters: { field: { type: string, enum: [title, author], description: Where to look. } }',
    after: 'parameters: { field: { type: string, enum: [title, author, subject], description: Where to look. } }',
  },
  mirror: 'The values that stay mean what they meant: what takes a value away is told by param/enum-value-removed.',
  detect(pair, found) {
    const forms = comparable(pair, 'argument');
    const more = enumChange(forms)?.added ?? [];
    if (more.length > 0) found({ path: ['enum'], before: forms?.before.enum, after: forms?.after.enum });
  },
});
