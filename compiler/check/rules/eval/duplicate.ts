/** Every eval tests a different request. */
import { LIST_SHELVES } from '../../example-documents.ts';
import { crossRule } from '../../rule.ts';
import { repeatedQueries } from '../../analysis/similar/repeated-queries.ts';

export const evalDuplicate = crossRule({
  id: 'eval/duplicate',
  subject: 'tool',
  severity: 'warning',
  around: repeatedQueries,
  says: 'Every eval must test a different request.',
  why: 'A duplicate request is counted two times but tests one thing. If two tools claim the same request, one of the two evals always fails.',
  source: 'EXT §9 rule 3 (5-10 typical queries)',
  good: [
    'evals: [{ query: do we have the atlas }, { query: is the atlas on loan }]',
    'evals: [{ query: do we have the atlas }]',
    'evals: [{ query: and the next one, after: [{ user: open the atlas }] }, { query: and the next one, after: [{ user: show the first shelf }] }]',
    `evals: [{ query: do we have the atlas, expect: { any_of: [list_shelves, search_books] } }]
---
${LIST_SHELVES}
evals: [{ query: do we have the atlas, expect: { any_of: [search_books, list_shelves] } }]`,
    `evals: [{ query: do we have the atlas, expect: list_shelves }]
---
${LIST_SHELVES}
evals: [{ query: do we have the atlas }]`,
  ],
  bad: [
    'evals: [{ query: do we have the atlas }, { query: Do we have the atlas? }]',
    `evals: [{ query: do we have the atlas }]
---
${LIST_SHELVES}
evals: [{ query: do we have the atlas }]`,
  ],
  check(tool, report, repeated) {
    for (const { index, first } of repeated) {
      const other = first.tool === tool ? 'this tool' : `tool "${first.tool.spec.name}"`;
      const message = `The request "${tool.spec.evals?.[index]?.query}" is already used by another eval of ${other}.`;
      const hint =
        first.tool === tool
          ? 'Change the request, or delete this eval.'
          : 'Decide which tool the request should lead to.';
      report(['evals', index, 'query'], message, hint, {
        related: [{ message: 'First use.', span: first.tool.at(['evals', first.index, 'query']) }],
      });
    }
  },
});
