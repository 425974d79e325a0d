/** The possible values of a result stand in another order. */
import { enumChange } from '../../schema/enums.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultEnumOrder = changeKind({
  id: 'result/enum-order',
  scope: 'schema',
  axis: 'model',
  level: 'safe',
  says: 'The possible values of a result stand in another order.',
  why: 'Some models see the form of results; no reader depends on the order.',
  next: 'Put them back in their order if the change was not meant.',
  example: {
    before: 'returns: { type: object, properties: { found_in: { type: string, enum: [title, author] } } }',
    after: 'returns: { type: object, properties: { found_in: { type: string, enum: [author, title] } } }',
  },
  mirror: 'result/enum-order',
  detect(pair, found) {
    const forms = comparable(pair, 'result');
    if (enumChange(forms)?.reordered) found({ path: ['enum'], before: forms?.before.enum, after: forms?.after.enum });
  },
});
