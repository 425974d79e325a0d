/** A property of the result can have another value. */
import { enumChange } from '../../schema/enums.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultEnumValueAdded = changeKind({
  id: 'result/enum-value-added',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'A property of the result can have another value.',
  why: 'Readers that know only the old values do not know what to do with it.',
  next: 'Tell readers of the new value, or give it in a property of its own.',
  example: {
    before: 'returns: { type: object, properties: { found_in: { type: string, enum: [title, author] } } }',
    after: 'returns: { type: object, properties: { found_in: { type: string, enum: [title, author, subject] } } }',
  },
  mirror: 'result/enum-value-removed',
  detect(pair, found) {
    const values = enumChange(comparable(pair, 'result'))?.added ?? [];
    if (values.length > 0) found({ path: ['enum'], after: values });
  },
});
