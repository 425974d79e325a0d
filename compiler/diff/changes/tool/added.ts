/** A tool is added; one of a new server comes with its server. */
import { LIST_SHELVES } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const toolAdded = changeKind({
  id: 'tool/added',
  scope: 'tool',
  axis: 'wire',
  level: 'safe',
  says: 'A tool is added.',
  why: 'Callers of the other tools notice nothing.',
  next: 'Give it evals, and name it in the "instead:" of its neighbours.',
  example: {
    before: 'name: search_books',
    after: `name: search_books\n${LIST_SHELVES}`,
  },
  mirror: 'tool/removed',
  detect(pair, found) {
    if (pair.owner.before && !pair.before && pair.after) found({ after: pair.after.name });
  },
});
