/** A server is added. */
import { came } from '../../parts/changed.ts';
import { ARCHIVE } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const serverAdded = changeKind({
  id: 'server/added',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'A server is added.',
  why: 'Nobody relies on it yet.',
  next: 'Release it with a version of its own.',
  example: {
    before: 'summary: Finds books in a library.',
    after: `summary: Finds books in a library.\n${ARCHIVE}`,
  },
  mirror: 'server/removed',
  detect: came,
});
