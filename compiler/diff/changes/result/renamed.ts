/** A property of the result has another name, with the same form and nearly the same description. */
import { changeKind } from '../../kind.ts';

export const resultRenamed = changeKind({
  id: 'result/renamed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A property of the result has another name, with the same form and nearly the same description.',
  why: 'Whoever reads it under the old name finds nothing there.',
  next: 'Keep the old name, or give the value under both names for a while.',
  example: {
    before:
      'returns: { type: object, properties: { year: { type: integer, description: Year of the first edition. } } }',
    after:
      'returns: { type: object, properties: { published: { type: integer, description: Year of the first edition. } } }',
  },
  mirror: 'result/renamed',
  detect({ side, renamedFrom, name }, found) {
    if (side === 'result' && renamedFrom !== undefined) found({ before: renamedFrom, after: name });
  },
});
