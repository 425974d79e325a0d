/** A server is removed. */
import { went } from '../../parts/changed.ts';
import { ARCHIVE } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const serverRemoved = changeKind({
  id: 'server/removed',
  scope: 'server',
  axis: 'wire',
  level: 'breaking',
  says: 'A server is removed.',
  why: 'Hosts that have an entry for it cannot start it any more, and every tool of it is gone for skills and callers.',
  next: 'Keep the server until nobody has an entry for it, or tell its users which one takes its place.',
  example: {
    before: `summary: Finds books in a library.\n${ARCHIVE}`,
    after: 'summary: Finds books in a library.',
  },
  mirror: 'server/added',
  detect: went,
});
