/** Results of several pages have a place for the note about a page that failed. */
import { hiddenPages } from '../../../spec/behaviors/http-problems.ts';
import { requestTool } from '../../example-documents.ts';
import { rule } from '../../rule.ts';

const listing = (result: string, properties = '', closed = ''): string => {
  const request = `GET /copies, paging: { by: link }${result}`;
  return `${requestTool('list_copies', 'Lists the copies in other libraries.', 'read', request)}
    returns: { type: object, properties: { items: { type: array, items: { type: object } }${properties} }${closed} }`;
};

export const pagesLost = rule({
  id: 'tool/pages-lost',
  subject: 'tool',
  severity: 'warning',
  says: 'A result of several pages should have a place for `more` or `note`.',
  why: 'A later page that fails ends the list with `more` and a `note`. A result without a place for either would look complete, so the whole call fails.',
  source: 'EXT §7 rule 3 (a result states what happened); ADR 17 (pages)',
  good: [
    listing(''),
    listing(', result: { items: /items, note: /note }', ', note: { type: string }'),
    listing('', ', more: { type: boolean }', ', additionalProperties: false'),
  ],
  bad: [
    listing(', result: { items: /items }'),
    listing('', ', next: { type: string }', ', additionalProperties: false'),
  ],
  check({ spec }, report) {
    const hidden = hiddenPages(spec);
    if (!hidden) return;
    report(
      hidden.path,
      `The result of tool "${spec.name}" has no place for \`more\` or \`note\`, so a page that fails loses the pages before it.`,
      `Add ${hidden.add}.`,
      { part: 'key' },
    );
  },
});
