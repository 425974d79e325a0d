/** Servers that were added, removed or renamed. */
import { changeKinds } from '../../kind.ts';
import { reportAdded, reportRemoved, reportRenamed } from '../../compare/changed.ts';
import { ARCHIVE } from '../../compare/example-documents.ts';

export const SERVER_PRESENCE = changeKinds('server', [
  {
    id: 'server/added',
    axis: 'wire',
    level: 'safe',
    says: 'A server was added.',
    why: 'It has no callers yet.',
    next: 'Release it with its own version.',
    example: {
      before: 'summary: Finds books in a library.',
      after: `summary: Finds books in a library.\n${ARCHIVE}`,
    },
    mirror: 'server/removed',
    detect: reportAdded,
  },
  {
    id: 'server/removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A server was removed.',
    why: 'Hosts with an entry for it cannot start it, and skills and callers lose all its tools.',
    next: 'Keep the server until no host has an entry for it, or tell its users which server replaces it.',
    mirror: 'server/added',
    detect: reportRemoved,
  },
  {
    id: 'server/renamed',
    axis: 'wire',
    level: 'breaking',
    says: 'A server was renamed; its tools are nearly the same.',
    why: 'Hosts prefix tool names with the server name: entries, permissions and prompts with the old name no longer match.',
    next: 'Keep the old name, or tell users to rename the entry in their hosts.',
    example: {
      before: 'name: library',
      after: 'name: town-library',
    },
    detect: reportRenamed,
  },
]);
