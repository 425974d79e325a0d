/** A parameter with a default is added. */
import { json } from '../../parts/changed.ts';
import { added } from '../../schema/forms.ts';
import { isOpen } from '../../schema/objects.ts';
import { changeKind } from '../../kind.ts';

export const paramAddedWithDefault = changeKind({
  id: 'param/added-with-default',
  scope: 'schema',
  axis: 'wire',
  level: 'safe',
  says: 'A parameter with a default is added.',
  why: 'Calls without it get the default.',
  next: 'Check that the default does what the tool did before.',
  example: {
    before: 'parameters: { words: { type: string, description: Words to look for. } }',
    after:
      'parameters: { words: { type: string, description: Words to look for. }, limit: { type: integer, default: 25, description: How many books at most. } }',
  },
  mirror: 'param/removed',
  detect(pair, found) {
    const schema = added(pair, 'argument');
    // An open object took anything under this name: now it is checked.
    const level = isOpen(pair.holder.before) ? 'risky' : 'safe';
    if (schema?.default !== undefined) found({ after: json(schema), level });
  },
});
