/** The declared effects match the name and the request. */
import { requestTool } from '../../example-documents.ts';
import { rule } from '../../rule.ts';
import { contradiction } from '../../analysis/prose/effects.ts';

const WRITTEN_FILE = `name: search_books
---
kind: server
name: house-rules
version: 1.0.0
summary: Holds the rules of the library.
tools:
  - name: append_rule
    description: { does: Appends a rule to the rules of the library., when: the staff agrees on a new rule }
    effects: write
    file: { folder: /srv/library, path: rules.md }`;

export const effectsDeclared = rule({
  id: 'tool/effects-declared',
  subject: 'tool',
  severity: 'error',
  imported: 'warning',
  says: 'The declared effects must match the name and the request of the tool.',
  why: 'Hosts run read-only tools without asking the user; a "delete_book" declared as read would delete without approval.',
  source: 'MCP tool annotations (readOnlyHint, destructiveHint)',
  good: [
    'name: delete_book\neffects: destroy',
    'name: get_or_create_shelf\neffects: write',
    'name: create_chart\neffects: read',
    requestTool('search_copies', 'Searches the shelves of all other libraries.', 'read', 'POST /search'),
    requestTool('unstar_book', 'Takes a book from the list of wishes again.', 'write', 'DELETE /stars'),
  ],
  bad: [
    'name: delete_book\neffects: write',
    'name: get_book\neffects: write',
    'name: send_reminder\neffects: read',
    requestTool('renew_loan', 'Renews a loan at another library.', 'read', 'PUT /loans'),
    requestTool('renew_loan', 'Renews a loan at another library.', 'write', 'GET /loans/renew'),
    WRITTEN_FILE,
  ],
  check({ spec }, report) {
    const { effects } = spec;
    const found = effects && contradiction({ ...spec, effects });
    if (!found) return;
    report(
      ['effects'],
      `Tool "${spec.name}" declares effects "${effects}", but ${found.clause}.`,
      `Write \`effects: ${found.instead}\` if that is correct; otherwise ${found.otherwise ?? 'change the request'}.`,
    );
  },
});
