/** An optional parameter without a default is added. */
import { json } from '../../parts/changed.ts';
import { added } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramAddedOptional = changeKind({
  id: 'param/added-optional',
  scope: 'schema',
  axis: 'wire',
  level: 'risky',
  says: 'An optional parameter without a default is added.',
  why: 'Calls without it pass, and what they then mean is left to the tool; EXT §9 wants a default.',
  next: 'Give it a default that does what the tool did before.',
  example: {
    before: 'parameters: { words: { type: string, description: Words to look for. } }',
    after:
      'parameters: { words: { type: string, description: Words to look for. }, shelf: { type: string, description: Where to look. } }',
  },
  mirror: 'param/removed',
  detect(pair, found) {
    const schema = added(pair, 'argument');
    if (schema && !pair.required.after && schema.default === undefined) found({ after: json(schema) });
  },
});
