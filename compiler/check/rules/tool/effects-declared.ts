/** The declared effects fit the name and the request. */
import { rule } from '../../rule.ts';
import { contradiction } from '../../text/effects.ts';

/** A request, in the place of the base's handler. */
const asking = (request: string): string => `http: { connection: catalogue, request: ${request} }`;

export const effectsDeclared = rule({
  id: 'tool/effects-declared',
  subject: 'tool',
  severity: 'error',
  says: 'The declared effects fit the name and the request.',
  why: 'Hosts run what is declared as reading without asking the user; a "delete_book" that reads would delete unasked.',
  source: 'MCP tool annotations (readOnlyHint, destructiveHint)',
  good: [
    'name: delete_book\neffects: destroy',
    'name: get_or_create_shelf\neffects: write',
    'name: create_chart\neffects: read',
    `name: search_books\neffects: read\n${asking('POST /search')}`,
    `name: unstar_book\neffects: write\n${asking('DELETE /stars')}`,
  ],
  bad: [
    'name: delete_book\neffects: write',
    'name: get_book\neffects: write',
    'name: send_reminder\neffects: read',
    `name: renew_loan\neffects: read\n${asking('PUT /loans')}`,
    `name: renew_loan\neffects: write\n${asking('GET /loans/renew')}`,
  ],
  check({ spec }, report) {
    const { effects } = spec;
    const found = effects && contradiction({ ...spec, effects });
    if (!found) return;
    report(
      ['effects'],
      `Tool "${spec.name}" has effects "${effects}", but ${found.says}.`,
      `Write "effects: ${found.instead}" if that is what happens; otherwise change the name or the request.`,
    );
  },
});
