/** An object of the result has only declared properties. */
import { comparable } from '../../schema/forms.ts';
import { isOpen } from '../../schema/objects.ts';
import { changeKind } from '../../kind.ts';

export const resultObjectClosed = changeKind({
  id: 'result/object-closed',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'An object of the result has only declared properties.',
  why: 'Readers of the declared ones notice nothing.',
  next: 'Check that the tool gives no others: such a result is refused.',
  example: {
    before:
      'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, additionalProperties: true } } }',
    after:
      'returns: { type: object, properties: { author: { type: object, properties: { name: { type: string } }, additionalProperties: false } } }',
  },
  mirror: 'result/object-opened',
  detect(pair, found) {
    const forms = comparable(pair, 'result');
    if (forms?.after.type !== 'object' || !isOpen(forms.before) || isOpen(forms.after)) return;
    found({ path: ['additionalProperties'], before: 'open', after: 'closed' });
  },
});
