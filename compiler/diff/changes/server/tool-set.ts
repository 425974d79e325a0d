/** Tools joined or left the choice that a model has. */
import { someOf } from '../../parts/changed.ts';
import { LIST_SHELVES } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const serverToolSet = changeKind({
  id: 'server/tool-set',
  scope: 'server',
  axis: 'model',
  level: 'risky',
  says: 'Tools joined or left the choice that a model has.',
  why: 'A model chooses among all tools of a server: with one more or one less, requests go to other tools although no word of theirs changed.',
  next: 'Run the evals of server "<server>" again and record the results with "haft evals record".',
  example: {
    before: 'summary: Finds books in a library.',
    after: `summary: Finds books in a library.\n${LIST_SHELVES}`,
  },
  mirror: 'server/tool-set',
  detect(pair, found) {
    const { before, after, tools } = pair;
    if (!before || !after) return;
    // A renamed tool is in the choice of both: kind tool/renamed tells of it.
    const went = tools.flatMap((tool) => (tool.after ? [] : (tool.before?.name ?? [])));
    const came = tools.flatMap((tool) => (tool.before ? [] : (tool.after?.name ?? [])));
    if (went.length + came.length === 0) return;
    found({ path: ['tools'], before: someOf(went), after: someOf(came) });
  },
});
