/** The databases in which the tools of a server run their statements. */
import { changeKinds } from '../../kind.ts';
import { reportChanged, membersChanged } from '../../compare/changed.ts';
import { databasePairs } from '../../compare/server-parts.ts';

export const SERVER_DATABASE = changeKinds('server', [
  {
    id: 'server/database-replaced',
    axis: 'wire',
    level: 'risky',
    says: 'A database has another address, role or setting.',
    why: 'The same calls now read or change other rows, or have other rights to them.',
    next: 'Test the tools of server "<server>" with the new database before you release.',
    example: {
      before:
        'databases: { shop: { kind: postgres, url: "{env.SHOP_URL}" } }\nenv: { SHOP_URL: { description: Database., secret: true } }',
      after:
        'databases: { shop: { kind: postgres, url: "{env.SHOP_URL}", role: shop_reader } }\nenv: { SHOP_URL: { description: Database., secret: true } }',
    },
    detect(pair, found) {
      for (const [name, database] of databasePairs(pair))
        membersChanged(database, found, ['databases', name], ({ kind, url, folder, path, role, settings }) => ({
          kind,
          url,
          folder,
          path,
          role,
          settings,
        }));
    },
  },
  {
    id: 'server/database-timeout',
    axis: 'wire',
    level: 'risky',
    says: 'The timeout of a database changed.',
    why: 'Slow statements that finished before may now be stopped, or block a call for longer.',
    next: 'Call the slowest tools of server "<server>" with the new timeout.',
    example: {
      before:
        'databases: { shop: { kind: postgres, url: "{env.SHOP_URL}" } }\nenv: { SHOP_URL: { description: Database., secret: true } }',
      after:
        'databases: { shop: { kind: postgres, url: "{env.SHOP_URL}", timeout_ms: 5000 } }\nenv: { SHOP_URL: { description: Database., secret: true } }',
    },
    detect(pair, found) {
      for (const [name, database] of databasePairs(pair))
        reportChanged(database, found, ['databases', name, 'timeout_ms'], ({ timeout_ms }) => timeout_ms);
    },
  },
]);
