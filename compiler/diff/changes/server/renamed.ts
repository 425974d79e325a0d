/** A server has another name and nearly the same tools. */
import { json } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const serverRenamed = changeKind({
  id: 'server/renamed',
  scope: 'server',
  axis: 'wire',
  level: 'breaking',
  says: 'A server has another name and nearly the same tools.',
  why: 'Hosts put the name of the server before every tool name: entries, permissions and prompts with the old name find nothing.',
  next: 'Keep the old name, or tell users to rename the entry in their hosts.',
  example: {
    before: 'name: library',
    after: 'name: town-library',
  },
  mirror: 'server/renamed',
  detect(pair, found) {
    if (pair.renamed) found({ before: json(pair.before?.name), after: json(pair.after?.name) });
  },
});
