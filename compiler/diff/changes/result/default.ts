/** What the result has where the tool gives nothing changed. */
import { changed } from '../../parts/changed.ts';
import { comparable } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultDefault = changeKind({
  id: 'result/default',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'What the result has where the tool gives nothing changed.',
  why: 'Readers find another value, or none, where the tool leaves the property out.',
  next: 'Keep the default, or tell readers of the new one.',
  example: {
    before: 'returns: { type: object, properties: { year: { type: integer, default: 1900 } } }',
    after: 'returns: { type: object, properties: { year: { type: integer, default: 2000 } } }',
  },
  mirror: 'result/default',
  detect(pair, found) {
    changed(comparable(pair, 'result'), found, ['default'], (schema) => schema.default);
  },
});
