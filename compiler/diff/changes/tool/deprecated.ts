/** A tool is marked as deprecated. */
import { json } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolDeprecated = changeKind({
  id: 'tool/deprecated',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'A tool is marked as deprecated.',
  why: 'It works until its last day, and then every caller that did not move fails.',
  next: 'Move the callers that you know to the successor, and tell the others the date.',
  example: {
    before: 'name: search_books',
    after: `name: search_books
deprecated: { since: 2026-11-20, use: search_books_v2, remove_after: 2027-05-20, reason: It cannot search by author. }`,
  },
  mirror: 'tool/undeprecated',
  detect(pair, found) {
    const [old, now] = [pair.before?.deprecated, pair.after?.deprecated];
    if (pair.before && !old && now) found({ path: ['deprecated'], after: json(now) });
  },
});
