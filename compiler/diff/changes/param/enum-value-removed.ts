/** A parameter no longer takes a value. */
import { enumChange } from '../../schema/enums.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramEnumValueRemoved = changeKind({
  id: 'param/enum-value-removed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A parameter no longer takes a value.',
  why: 'Calls with this value worked, and are now rejected.',
  next: 'Keep the value, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { field: { type: string, enum: [title, author, subject], description: Where to look. } }',
    after: 'parameters: { field: { type: string, enum: [title, author], description: Where to look. } }',
  },
  mirror: 'param/enum-value-added',
  detect(pair, found) {
    const values = enumChange(comparable(pair, 'argument'))?.removed ?? [];
    if (values.length > 0) found({ path: ['enum'], before: values });
  },
});
