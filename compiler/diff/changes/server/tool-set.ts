/** Which tools a model chooses from. */
import { changeKinds } from '../../kind.ts';
import { someOf } from '../../parts/changed.ts';
import { LIST_SHELVES } from '../../parts/example-documents.ts';

export const SERVER_TOOL_SET = changeKinds('server', [
  {
    id: 'server/tool-set',
    axis: 'model',
    level: 'risky',
    says: 'The set of tools that a model can choose from changed.',
    why: 'A model chooses among all tools of a server: adding or removing one can redirect requests to other tools.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft evals record`.',
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
  },
]);
