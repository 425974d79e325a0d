/** What an eval rules out. */
import { filterMemo } from '../../../base/memo.ts';
import { neverIssues } from '../../analysis/evals/never.ts';
import { serversNear } from '../../analysis/names/tool-references.ts';
import { LIST_SHELVES } from '../../example-documents.ts';
import type { ToolPart } from '../../model.ts';
import { crossRule, reportProblems } from '../../rule.ts';
import { qualifiedName } from '../../tool-names.ts';

export const evalNever = crossRule({
  id: 'eval/never',
  subject: 'tool',
  severity: 'error',
  around: (draft) => draft.toolLists.flatMap(ruling).map((tool) => [tool, draft]),
  says: 'An eval must not rule out everything that it expects.',
  why: 'Whatever a model does with such a case, it fails, so it tests nothing.',
  source: 'EXT §9 rule 3 (queries that test the choice)',
  good: [
    'evals: [{ query: what is the weather like, expect: none, never: [search_books] }]',
    `evals: [{ query: find an atlas, never: [list_shelves] }]\n---\n${LIST_SHELVES}`,
    `evals: [{ query: find an atlas, expect: { any_of: [search_books, list_shelves] }, never: [list_shelves] }]\n---\n${LIST_SHELVES}`,
  ],
  bad: [
    'evals: [{ query: find an atlas, never: [search_books] }]',
    `evals: [{ query: find an atlas, expect: { any_of: [search_books, list_shelves] }, never: [list_shelves, search_books] }]\n---\n${LIST_SHELVES}`,
  ],
  check(tool, report, { names }) {
    const idOf = (name: string): string =>
      names.tools.resolve(name, serversNear(tool)).map(qualifiedName).join() || name;
    for (const [index, one] of (tool.spec.evals ?? []).entries())
      reportProblems(neverIssues(one, tool.spec.name, idOf), report, ['evals', index]);
  },
});

const ruling = filterMemo(({ spec }: ToolPart) => spec.evals?.some(({ never }) => never !== undefined) === true);
