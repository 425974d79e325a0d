/** The services that the tools of a server talk to. */
import { changeKinds } from '../../kind.ts';
import { reportChanged, membersChanged } from '../../compare/changed.ts';
import { connectionPairs } from '../../compare/server-parts.ts';

export const SERVER_CONNECTION = changeKinds('server', [
  {
    id: 'server/connection-base-url',
    axis: 'wire',
    level: 'risky',
    says: 'The base URL of a connection changed.',
    why: 'The same calls now go to another address: results can differ, and firewall rules or stored credentials may not match.',
    next: 'Test the tools of server "<server>" against the new address before you release.',
    example: {
      before: 'connections: { catalogue: { base_url: "https://books.example.org" } }',
      after: 'connections: { catalogue: { base_url: "https://catalogue.example.org" } }',
    },
    detect(pair, found) {
      for (const [name, connection] of connectionPairs(pair))
        reportChanged(connection, found, ['connections', name, 'base_url'], ({ base_url }) => base_url);
    },
  },
  {
    id: 'server/connection-headers',
    axis: 'wire',
    level: 'risky',
    says: 'The headers of a connection changed.',
    why: 'The service may respond differently or reject the request.',
    next: 'Test the tools of server "<server>" with the new headers before you release.',
    example: {
      before: 'connections: { catalogue: { base_url: "https://books.example.org" } }',
      after:
        'connections: { catalogue: { base_url: "https://books.example.org", headers: { Accept: application/json } } }',
    },
    detect(pair, found) {
      for (const [name, connection] of connectionPairs(pair))
        membersChanged(connection, found, ['connections', name, 'headers'], ({ headers }) => headers);
    },
  },
  {
    id: 'server/connection-auth',
    axis: 'wire',
    level: 'risky',
    says: 'The credentials of a connection changed.',
    why: 'The service rejects every call where the new credentials are not set up, or sees another account.',
    next: 'Test the tools of server "<server>" with the new credentials before you release.',
    example: {
      before:
        'connections: { catalogue: { base_url: "https://books.example.org" } }\nenv: { CATALOGUE_USER: { description: User of the catalogue. }, CATALOGUE_PASSWORD: { description: Its password., secret: true } }',
      after:
        'connections: { catalogue: { base_url: "https://books.example.org", auth: { basic: { user: "{env.CATALOGUE_USER}", password: "{env.CATALOGUE_PASSWORD}" } } } }\nenv: { CATALOGUE_USER: { description: User of the catalogue. }, CATALOGUE_PASSWORD: { description: Its password., secret: true } }',
    },
    detect(pair, found) {
      for (const [name, connection] of connectionPairs(pair))
        membersChanged(connection, found, ['connections', name, 'auth'], ({ auth }) => auth);
    },
  },
  {
    id: 'server/connection-timeout-shortened',
    axis: 'wire',
    level: 'risky',
    says: 'The timeout of a connection was reduced.',
    why: 'Slow calls that worked before now fail.',
    next: 'Keep the longer timeout unless slow responses are useless.',
    example: {
      before: 'connections: { catalogue: { base_url: "https://books.example.org", timeout_ms: 20000 } }',
      after: 'connections: { catalogue: { base_url: "https://books.example.org", timeout_ms: 5000 } }',
    },
    mirror: 'server/connection-timeout-lengthened',
    detect(pair, found) {
      for (const [name, { before, after }] of connectionPairs(pair)) {
        const [old, now] = [before?.timeout_ms ?? 0, after?.timeout_ms ?? 0];
        if (before && after && now < old) found({ path: ['connections', name, 'timeout_ms'], before: old, after: now });
      }
    },
  },
  {
    id: 'server/connection-timeout-lengthened',
    axis: 'wire',
    level: 'safe',
    says: 'The timeout of a connection was increased.',
    why: 'All calls that worked still do.',
    next: 'Check that the timeout of the tools is longer.',
    mirror: 'server/connection-timeout-shortened',
    detect(pair, found) {
      for (const [name, { before, after }] of connectionPairs(pair)) {
        const [old, now] = [before?.timeout_ms ?? 0, after?.timeout_ms ?? 0];
        if (before && after && now > old) found({ path: ['connections', name, 'timeout_ms'], before: old, after: now });
      }
    },
  },
]);
