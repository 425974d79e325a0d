/** The server needs another environment variable. */
import { json } from '../../parts/changed.ts';
import { envPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverEnvAddedRequired = changeKind({
  id: 'server/env-added-required',
  scope: 'server',
  axis: 'wire',
  level: 'breaking',
  says: 'The server needs another environment variable.',
  why: 'Hosts that start the server without it get a failure from every call that needs it.',
  next: 'Make the variable optional with a sensible fallback, or tell users to add it to their host entry before they update.',
  example: {
    before: 'summary: Finds books in a library.',
    after: `summary: Finds books in a library.
env: { LIBRARY_KEY: { description: Key of the reader } }`,
  },
  mirror: 'server/env-removed',
  detect(pair, found) {
    for (const [name, { before, after }] of envPairs(pair))
      if (!before && after?.optional === false) found({ path: ['env', name], after: json(after) });
  },
});
