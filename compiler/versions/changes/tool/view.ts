/** How hosts show the results of a tool. */
import { reportChanged } from '../../compare/changed.ts';
import { changeKinds } from '../../kind.ts';

const LOANS =
  'returns: { type: object, properties: { loans: { type: array, maxItems: 50, items: { type: object, properties: { title: { type: string }, days: { type: integer } } } } } }';

export const TOOL_VIEW = changeKinds('tool', [
  {
    id: 'tool/view',
    axis: 'wire',
    level: 'safe',
    says: 'The view of a tool, or the page that it names, was added, removed or changed.',
    why: 'Hosts that draw views show the same result differently; models and other hosts get what they got before.',
    next: 'Look at it: `haft view <tool> --with result.json`.',
    example: {
      before: `view: table\n${LOANS}`,
      after: `view: { table: loans, columns: [title] }\n${LOANS}`,
    },
    detect: (pair, found) =>
      reportChanged(pair, found, ['view'], ({ view, page }) => (page === undefined ? view : { view, page })),
  },
]);
