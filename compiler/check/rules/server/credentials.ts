/** The credentials with which a server logs in at other services. */
import { say } from '../../../base/sentence.ts';
import { originOf } from '../../analysis/base-url-target.ts';
import type { CredentialsSpec } from '../../../spec/behaviors/credentials.ts';
import { rule } from '../../rule.ts';

const ENV =
  'env: { SHOP_ID: { description: Client of the shop. }, SHOP_SECRET: { description: Its secret., secret: true } }';

const shop = (keys: string): string => `connections: { shop: { base_url: "https://shop.example", ${keys} } }\n${ENV}`;

const basic = 'basic: { user: "{env.SHOP_ID}", password: "{env.SHOP_SECRET}" }';

const client = (url: string): string =>
  `client_credentials: { token_url: "${url}", client_id: "{env.SHOP_ID}", client_secret: "{env.SHOP_SECRET}" }`;

const exchange = (url: string): string =>
  `exchange: { token_url: "${url}", client_id: "{env.SHOP_ID}", client_secret: "{env.SHOP_SECRET}" }`;

const GUARDED = 'transports: [http]\nauth: { issuer: "https://login.shop.example" }';

export const connectionAuth = rule({
  id: 'server/connection-auth',
  severity: 'error',
  locked: true,
  says: 'The `auth` of a connection or an upstream must have one kind of credentials, and get tokens over https or from this machine.',
  why: 'With two kinds, the service sees one that the author did not expect. A token that is requested over plain http can be read and used by others.',
  source: 'MCP 2025-11-25, authorization (tokens only over https, or an address of this machine)',
  good: [
    shop(`auth: { ${basic} }`),
    shop(`auth: { ${client('https://login.shop.example/token')} }`),
    shop(`auth: { ${client('http://127.0.0.1:8080/token')} }`),
    'upstreams: { tracker: { url: "https://tracker.example/mcp", auth: { login: {} } } }',
    `${GUARDED}\n${shop(`auth: { ${exchange('https://login.shop.example/token')} }`)}`,
    shop(
      'auth: { client_credentials: { token_url: "https://login.shop.example/token", client_id: shop, private_key: "{env.SHOP_SECRET}" } }',
    ),
    shop('auth: { workload: { token_url: "https://login.shop.example/token", token_file: /var/run/secrets/shop } }'),
  ],
  bad: [
    shop(`auth: { ${basic}, ${client('https://login.shop.example/token')} }`),
    shop('auth: {}'),
    shop(`auth: { ${basic} }, headers: { Authorization: "Bearer {env.SHOP_SECRET}" }`),
    shop(`auth: { ${client('http://login.shop.example/token')} }`),
    'upstreams: { tracker: { url: "https://tracker.example/mcp", auth: {} } }',
    'upstreams: { tracker: { command: [tracker-mcp], auth: { login: {} } } }',
    'upstreams: { tracker: { url: "https://tracker.example/mcp", auth: { login: { issuer: "http://login.example" } } } }',
    shop(`auth: { ${exchange('https://login.shop.example/token')} }`),
    `${GUARDED}\n${shop(`auth: { ${exchange('http://login.shop.example/token')} }`)}`,
    shop('auth: { client_credentials: { token_url: "https://login.shop.example/token", client_id: shop } }'),
    shop('auth: { workload: { token_url: "https://login.shop.example/token" } }'),
  ],
  check({ spec: { auth: guard, connections = {}, upstreams = {} } }, report) {
    const owners = [
      ...Object.entries(connections).map(([name, one]) => ['connections', name, one] as const),
      ...Object.entries(upstreams).map(([name, one]) => ['upstreams', name, one] as const),
    ];
    for (const [key, name, owner] of owners) {
      const { auth, headers } = owner;
      if (auth === undefined) continue;
      const path = [key, name, 'auth'];
      const subject = say`${key === 'connections' ? 'Connection' : 'Upstream'} "${name}"`;
      const kinds = Object.keys(auth);
      if (kinds.length !== 1)
        report(path, say`${subject} has ${kinds.length} kinds of credentials, expected one.`, HINTS[key]);
      if (Object.keys(headers ?? {}).some((header) => header.toLowerCase() === 'authorization'))
        report(path, say`${subject} has \`auth\` and an Authorization header.`, 'Remove one of them.', { part: 'key' });
      if ('command' in owner)
        report(path, say`${subject} is a program, which is sent no token.`, 'Pass it what it needs with `env:`.', {
          part: 'key',
        });
      for (const [kind, amount, keys] of proofsIn(auth))
        report([...path, kind], say`${subject} has ${amount} of ${keys}, expected one.`, 'Write exactly one of them.', {
          part: 'key',
        });
      const lacks = 'exchange' in auth ? exchangeFault(guard !== undefined, owner) : undefined;
      if (lacks !== undefined)
        report(
          [...path, 'exchange'],
          say`${subject} exchanges the token of the caller, but ${lacks}.`,
          'Add `auth:` to the server and no `pass:` to the upstream, or log in with `client_credentials`.',
          { part: 'key' },
        );
      for (const [kind, place, url] of addressesIn(auth))
        if (['no URL', 'open to all'].includes(originOf(url)))
          report(
            [...path, kind, place],
            say`${subject} must log in over https, or on this machine.`,
            'Write it as https://host/path.',
          );
    }
  },
});

const HINTS = {
  connections: 'Keep exactly one of basic, client_credentials, refresh_token, login, exchange or workload.',
  upstreams: 'Keep exactly one of client_credentials, refresh_token, login, exchange or workload.',
};

/** Which calls have no token of a caller. */
function exchangeFault(isGuarded: boolean, owner: object): string | undefined {
  if (!isGuarded) return 'the server has no `auth`, so that calls have none';
  return 'pass' in owner ? 'what it passes on is the same for all callers' : undefined;
}

const PROOFS = ['client_secret', 'private_key', 'private_key_file'];

/** The kinds of credentials with another number of proofs than theirs; a client of other kinds may have none. */
function proofsIn(auth: CredentialsSpec): (readonly [kind: string, amount: number, keys: string])[] {
  return Object.entries(auth).flatMap(([kind, credentials]) => {
    const keys = kind === 'workload' ? ['token', 'token_file'] : PROOFS;
    const amount = keys.filter((key) => Object.hasOwn(credentials ?? {}, key)).length;
    const isWrong = ['client_credentials', 'workload'].includes(kind) ? amount !== 1 : amount > 1;
    return isWrong ? [[kind, amount, keys.join(', ')] as const] : [];
  });
}

/** Where secrets are sent. */
function addressesIn(auth: CredentialsSpec): (readonly [kind: string, place: string, url: string])[] {
  return Object.entries(auth).flatMap(([kind, credentials]) => {
    const texts: Readonly<Record<string, string>> = { ...credentials };
    return ['token_url', 'authorize_url', 'issuer'].flatMap((place) => {
      const url = texts[place];
      return url === undefined ? [] : [[kind, place, url] as const];
    });
  });
}
