/** A tool is removed; one of a server that is gone goes with its server. */
import { LIST_SHELVES } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const toolRemoved = changeKind({
  id: 'tool/removed',
  scope: 'tool',
  axis: 'wire',
  level: 'breaking',
  says: 'A tool is removed.',
  why: 'Every caller, prompt and skill that names it gets "unknown tool".',
  next: 'Bring it back, mark it "deprecated:" with a successor and a date, and remove it when the period is over.',
  example: {
    before: `name: search_books\n${LIST_SHELVES}`,
    after: 'name: search_books',
  },
  mirror: 'tool/added',
  detect(pair, found) {
    const { owner, before, after } = pair;
    if (!owner.after || !before || after) return;
    const next = before.deprecated && `Tell whoever still calls it to use "${before.deprecated.use}".`;
    found({ before: before.name, ...(next !== undefined && { next }) });
  },
});
