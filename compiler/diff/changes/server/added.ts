/** A server is added. */
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
    after: `summary: Finds books in a library.
---
kind: server
name: archive
version: 1.0.0
summary: Finds old papers.`,
  },
  mirror: 'server/removed',
  detect(pair, found) {
    if (!pair.before && pair.after) found({ after: pair.after.name });
  },
});
