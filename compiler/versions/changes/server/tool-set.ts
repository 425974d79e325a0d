/** Which tools a model chooses from. */
import { isListed } from '../../../check/tool-names.ts';
import type { ToolPlan } from '../../../plan/model.ts';
import { changeKinds } from '../../kind.ts';
import { someOf } from '../../compare/changed.ts';
import { LIST_SHELVES } from '../../compare/example-documents.ts';

export const SERVER_TOOL_SET = changeKinds('server', [
  {
    id: 'server/tool-set',
    axis: 'model',
    level: 'risky',
    says: 'The set of tools that a model can choose from changed.',
    why: 'A model chooses among all tools of a server: adding or removing one can redirect requests to other tools.',
    next: 'Rerun the evals of server "<server>" and record the results with `haft eval --tier model --record`.',
    example: {
      before: 'summary: Finds books in a library.',
      after: `summary: Finds books in a library.\n${LIST_SHELVES}`,
    },
    detect(pair, found) {
      const { before, after, tools } = pair;
      if (!before || !after) return;
      // Kind tool/renamed reports a renamed tool, which a model can choose before and after.
      const removed = tools.flatMap((tool) => (tool.after ? [] : listedName(tool.before)));
      const added = tools.flatMap((tool) => (tool.before ? [] : listedName(tool.after)));
      if (removed.length + added.length === 0) return;
      found({ path: ['tools'], before: someOf(removed), after: someOf(added) });
    },
  },
]);

function listedName(tool: ToolPlan | undefined): string[] {
  return tool && isListed(tool) ? [tool.name] : [];
}
