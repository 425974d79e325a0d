/** The date, the successor or the reason of a deprecation changed. */
import { differing } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolDeprecationTerms = changeKind({
  id: 'tool/deprecation-terms',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'The date, the successor or the reason of a deprecation changed.',
  why: 'Callers plan by the date, and models follow the successor that is named.',
  next: 'Keep the day that was promised, or choose a later one.',
  example: {
    before:
      'deprecated: { since: 2026-11-20, use: search_books_v2, remove_after: 2027-05-20, reason: It cannot search by author. }',
    after:
      'deprecated: { since: 2026-11-20, use: search_books_v2, remove_after: 2027-02-20, reason: It cannot search by author. }',
  },
  mirror: 'tool/deprecation-terms',
  detect(pair, found) {
    const [old, now] = [pair.before?.deprecated, pair.after?.deprecated];
    if (!old || !now) return;
    const parts = differing(old, now);
    const isMild = old.use === now.use && now.remove_after >= old.remove_after;
    if (parts) found({ path: ['deprecated'], ...parts, ...(isMild && { level: 'safe' }) });
  },
});
