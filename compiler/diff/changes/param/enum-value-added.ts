/** A parameter takes another value. */
import { enumChange } from '../../schema/enums.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramEnumValueAdded = changeKind({
  id: 'param/enum-value-added',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A parameter takes another value.',
  why: 'Every value that was accepted still is.',
  next: 'Say in the description when to use the new value.',
  example: {
    before: 'parameters: { field: { type: string, enum: [title, author], description: Where to look. } }',
    after: 'parameters: { field: { type: string, enum: [title, author, subject], description: Where to look. } }',
  },
  mirror: 'param/enum-value-removed',
  detect(pair, found) {
    const values = enumChange(comparable(pair, 'argument'))?.added ?? [];
    if (values.length > 0) found({ path: ['enum'], after: values });
  },
});
