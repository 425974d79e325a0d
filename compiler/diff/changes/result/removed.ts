/** A property is removed from the result. */
import { json } from '../../parts/changed.ts';
import { removed } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultRemoved = changeKind({
  id: 'result/removed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A property is removed from the result.',
  why: 'Whoever reads it finds nothing there.',
  next: 'Keep it, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'returns: { type: object, properties: { title: { type: string }, year: { type: integer } } }',
    after: 'returns: { type: object, properties: { title: { type: string } } }',
  },
  mirror: 'result/added',
  detect(pair, found) {
    const schema = removed(pair, 'result');
    if (schema) found({ before: json(schema) });
  },
});
