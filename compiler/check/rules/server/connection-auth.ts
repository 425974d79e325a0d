/** The credentials of a connection are of one kind, sent once, and requested over an encrypted connection. */
import { originOf } from '../../analysis/secrets/base-url-target.ts';
import type { ConnectionSpec } from '../../documents/server.ts';
import { rule } from '../../rule.ts';

const ENV =
  'env: { SHOP_ID: { description: Client of the shop. }, SHOP_SECRET: { description: Its secret., secret: true } }';
const shop = (keys: string): string => `connections: { shop: { base_url: "https://shop.example", ${keys} } }\n${ENV}`;
const basic = 'basic: { user: "{env.SHOP_ID}", password: "{env.SHOP_SECRET}" }';
const client = (url: string): string =>
  `client_credentials: { token_url: "${url}", client_id: "{env.SHOP_ID}", client_secret: "{env.SHOP_SECRET}" }`;

export const connectionAuth = rule({
  id: 'server/connection-auth',
  subject: 'server',
  severity: 'error',
  locked: true,
  says: 'The `auth` of a connection must have one kind of credentials, and get tokens over https or from this machine.',
  why: 'With two kinds, the service sees one that the author did not expect. A token that is requested over plain http can be read and used by others.',
  source: 'MCP 2025-11-25, authorization (tokens only over https, or an address of this machine)',
  good: [
    shop(`auth: { ${basic} }`),
    shop(`auth: { ${client('https://login.shop.example/token')} }`),
    shop(`auth: { ${client('http://127.0.0.1:8080/token')} }`),
  ],
  bad: [
    shop(`auth: { ${basic}, ${client('https://login.shop.example/token')} }`),
    shop('auth: {}'),
    shop(`auth: { ${basic} }, headers: { Authorization: "Bearer {env.SHOP_SECRET}" }`),
    shop(`auth: { ${client('http://login.shop.example/token')} }`),
  ],
  check(server, report) {
    for (const [name, connection] of Object.entries(server.spec.connections ?? {})) {
      const { auth } = connection;
      if (auth === undefined) continue;
      const path = ['connections', name, 'auth'];
      const kinds = Object.keys(auth);
      const hint = 'Keep exactly one of basic, client_credentials or refresh_token.';
      if (kinds.length !== 1)
        report(path, `Connection "${name}" has ${kinds.length} kinds of credentials, expected one.`, hint);
      if (hasHeader(connection))
        report(path, `Connection "${name}" has \`auth\` and an Authorization header.`, 'Remove one of them.', {
          part: 'key',
        });
      for (const kind of ['client_credentials', 'refresh_token'] as const) {
        const url = auth[kind]?.token_url;
        if (url === undefined || !['no URL', 'open to all'].includes(originOf(url))) continue;
        const message = `The token endpoint of connection "${name}" must use https, or be on this machine.`;
        report([...path, kind, 'token_url'], message, 'Write it as https://host/path.');
      }
    }
  },
});

function hasHeader({ headers = {} }: ConnectionSpec): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
