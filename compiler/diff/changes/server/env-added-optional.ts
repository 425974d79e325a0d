/** The server reads another environment variable if it is there. */
import { json } from '../../parts/changed.ts';
import { envPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverEnvAddedOptional = changeKind({
  id: 'server/env-added-optional',
  scope: 'server',
  axis: 'wire',
  level: 'safe',
  says: 'The server reads another environment variable if it is there.',
  why: 'Host entries without it work as before.',
  next: 'Tell users what the variable gives them.',
  example: {
    before: 'summary: Finds books in a library.',
    after: `summary: Finds books in a library.
env: { LIBRARY_KEY: { description: Key of the reader, optional: true } }`,
  },
  mirror: 'server/env-removed',
  detect(pair, found) {
    for (const [name, { before, after }] of envPairs(pair))
      if (!before && after?.optional === true) found({ path: ['env', name], after: json(after) });
  },
});
