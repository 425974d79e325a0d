/** A tool is no longer deprecated. */
import { json } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolUndeprecated = changeKind({
  id: 'tool/undeprecated',
  scope: 'tool',
  axis: 'wire',
  level: 'safe',
  says: 'A tool is no longer deprecated.',
  why: 'Callers that did not move need not.',
  next: 'Tell those who moved whether to come back.',
  example: {
    before: `name: search_books
deprecated: { since: 2026-11-20, use: search_books_v2, remove_after: 2027-05-20, reason: It cannot search by author. }`,
    after: 'name: search_books',
  },
  mirror: 'tool/deprecated',
  detect(pair, found) {
    const [old, now] = [pair.before?.deprecated, pair.after?.deprecated];
    if (pair.after && old && !now) found({ path: ['deprecated'], before: json(old) });
  },
});
