/** The server no longer reads an environment variable. */
import { json } from '../../parts/changed.ts';
import { envPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverEnvRemoved = changeKind({
  id: 'server/env-removed',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'The server no longer reads an environment variable.',
  why: 'Host entries that still set it do no harm.',
  next: 'Tell users that they may take it out of their host entry.',
  example: {
    before: `summary: Finds books in a library.
env: { LIBRARY_KEY: { description: Key of the reader } }`,
    after: 'summary: Finds books in a library.',
  },
  mirror: 'server/env-added-required',
  detect(pair, found) {
    for (const [name, { before, after }] of envPairs(pair))
      if (before && !after) found({ path: ['env', name], before: json(before) });
  },
});
