/** A property of the result no longer has a value. */
import { enumChange } from '../../schema/enums.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultEnumValueRemoved = changeKind({
  id: 'result/enum-value-removed',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A property of the result no longer has a value.',
  why: 'Readers that know more values than there are do no harm.',
  next: 'Check that the tool never gives it: such a result is refused.',
  example: {
    before: 'returns: { type: object, properties: { found_in: { type: string, enum: [title, author, subject] } } }',
    after: 'returns: { type: object, properties: { found_in: { type: string, enum: [title, author] } } }',
  },
  mirror: 'result/enum-value-added',
  detect(pair, found) {
    const values = enumChange(comparable(pair, 'result'))?.removed ?? [];
    if (values.length > 0) found({ path: ['enum'], before: values });
  },
});
