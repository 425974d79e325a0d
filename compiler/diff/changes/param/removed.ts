/** A parameter is removed. */
import { json } from '../../parts/changed.ts';
import { removed } from '../../schema/forms.ts';
import { isOpen } from '../../schema/objects.ts';
import { changeKind } from '../../kind.ts';

export const paramRemoved = changeKind({
  id: 'param/removed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A parameter is removed.',
  why: 'Arguments that are not declared are rejected, so every call that gives it fails.',
  next: 'Keep it, even if it does nothing, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before:
      'parameters: { words: { type: string, description: Words to look for. }, shelf: { type: string, description: Where to look. } }',
    after: 'parameters: { words: { type: string, description: Words to look for. } }',
  },
  mirror: 'param/added-optional',
  detect(pair, found) {
    const schema = removed(pair, 'argument');
    // An open object still takes it, without looking at it.
    const level = isOpen(pair.holder.after) ? 'risky' : 'breaking';
    if (schema) found({ before: json(schema), level });
  },
});
