/** Requests of a connection carry other headers. */
import { membersChanged } from '../../parts/changed.ts';
import { connectionPairs } from '../../parts/server-parts.ts';
import { changeKind } from '../../kind.ts';

export const serverConnectionHeaders = changeKind({
  id: 'server/connection-headers',
  scope: 'server',
  axis: 'wire',
  level: 'risky',
  says: 'Requests of a connection carry other headers.',
  why: 'The other side may answer in another form, or no longer accept the request.',
  next: 'Run the tools of server "<server>" once with the new headers before you release.',
  example: {
    before: 'connections: { catalogue: { base_url: "https://books.example.org" } }',
    after:
      'connections: { catalogue: { base_url: "https://books.example.org", headers: { Accept: application/json } } }',
  },
  mirror: 'server/connection-headers',
  detect(pair, found) {
    for (const [name, connection] of connectionPairs(pair))
      membersChanged(connection, found, ['connections', name, 'headers'], ({ headers }) => headers);
  },
});
