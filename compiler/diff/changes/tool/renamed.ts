/** A tool has another name, with the same parameters and nearly the same description. */
import { json } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolRenamed = changeKind({
  id: 'tool/renamed',
  scope: 'tool',
  axis: 'wire',
  level: 'breaking',
  says: 'A tool has another name, with the same parameters and nearly the same description.',
  why: 'Every caller, prompt and skill that uses the old name gets "unknown tool"; a model that chooses by name chooses anew.',
  next: 'Keep the old name, or bring the tool back under it, marked "deprecated:" with "use: <tool>".',
  example: {
    before: 'name: search_books',
    after: 'name: find_books',
  },
  mirror: 'tool/renamed',
  detect(pair, found) {
    if (pair.renamed) found({ before: json(pair.before?.name), after: json(pair.after?.name) });
  },
});
