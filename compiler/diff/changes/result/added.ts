/** A property is added to the result. */
import { json } from '../../parts/changed.ts';
import { added } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultAdded = changeKind({
  id: 'result/added',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A property is added to the result.',
  why: 'Readers of the others notice nothing.',
  next: 'Describe it, so that a model knows what it means.',
  example: {
    before: 'returns: { type: object, properties: { title: { type: string } } }',
    after: 'returns: { type: object, properties: { title: { type: string }, year: { type: integer } } }',
  },
  mirror: 'result/removed',
  detect(pair, found) {
    const schema = added(pair, 'result');
    // Clients that hold the old form may refuse a result with more in it.
    const level = pair.holder.before?.additionalProperties === false ? 'risky' : 'safe';
    if (schema) found({ after: json(schema), level });
  },
});
