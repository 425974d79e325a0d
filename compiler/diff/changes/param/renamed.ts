/** A parameter has another name, with the same form and nearly the same description. */
import { changeKind } from '../../kind.ts';

export const paramRenamed = changeKind({
  id: 'param/renamed',
  scope: 'schema',
  axis: 'wire',
  level: 'breaking',
  says: 'A parameter has another name, with the same form and nearly the same description.',
  why: 'Arguments that are not declared are rejected, so every call with the old name fails.',
  next: 'Keep the old name, or run "haft bump <tool>" to publish this form as a successor.',
  example: {
    before: 'parameters: { words: { type: string, description: Words to look for. } }',
    after: 'parameters: { query: { type: string, description: Words to look for. } }',
  },
  mirror: 'param/renamed',
  detect({ side, renamedFrom, name }, found) {
    if (side === 'argument' && renamedFrom !== undefined) found({ before: renamedFrom, after: name });
  },
});
