/** Tools of a server talk to another address. */
import { changed } from '../../parts/changed.ts';
import { connectionPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverConnectionBaseUrl = changeKind({
  id: 'server/connection-base-url',
  scope: 'server',
  axis: 'wire',
  level: 'risky',
  says: 'Tools of a server talk to another address.',
  why: 'The same calls now go somewhere else: results can differ, firewalls and stored credentials may not fit.',
  next: 'Run the tools of server "<server>" once against the new address before you release.',
  example: {
    before: 'connections: { catalogue: { base_url: "https://books.example.org" } }',
    after: 'connections: { catalogue: { base_url: "https://catalogue.example.org" } }',
  },
  mirror: 'server/connection-base-url',
  detect(pair, found) {
    for (const [name, connection] of connectionPairs(pair))
      changed(connection, found, ['connections', name, 'base_url'], ({ base_url }) => base_url);
  },
});
