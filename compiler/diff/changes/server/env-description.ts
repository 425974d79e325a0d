/** The description of an environment variable changed. */
import { changed } from '../../parts/changed.ts';
import { envPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverEnvDescription = changeKind({
  id: 'server/env-description',
  scope: 'server',
  axis: 'model',
  level: 'safe',
  says: 'The description of an environment variable changed.',
  why: 'People read it when they set the server up, and models when a call fails without the variable.',
  next: 'Check that it still says where the user finds the value.',
  example: {
    before: 'env: { LIBRARY_KEY: { description: Key of the reader } }',
    after: 'env: { LIBRARY_KEY: { description: Key on the card of the reader } }',
  },
  mirror: 'server/env-description',
  detect(pair, found) {
    for (const [name, variable] of envPairs(pair))
      changed(variable, found, ['env', name, 'description'], ({ description }) => description);
  },
});
