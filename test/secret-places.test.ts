/** What fills a place of secrets is one: in descriptors, in contracts of before, and in what reaches a model. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import type { Plan } from '../compiler/plan/model.ts';
import type { ConnectionDescriptor } from '../runtime/descriptor/descriptor.ts';
import { placedSecrets } from '../runtime/language/secret-names.ts';
import { createFetchHandler } from '../runtime/transport/fetch.ts';
import { descriptorOf, tool } from './runtime/support/descriptor.ts';
import { http } from './runtime/support/loopback.ts';
import { runs } from './support/runs.ts';

/** `{env.X}` is in a place of secrets in each. */
const PLACES: readonly object[] = [
  { headers: { Authorization: '{env.X}' } },
  { headers: { 'proxy-authorization': 'Bearer {env.X}' } },
  { headers: { Cookie: 'theme=dark; sid={env.X}' } },
  { headers: { 'Set-Cookie': '{env.X|none}' } },
  { headers: { 'X-Postmark-Server-Token': '{env.X}' } },
  { headers: { 'xi-api-key': '{env.X}' } },
  { headers: { Forwarded: 'Bearer {env.X}' } },
  { auth: { basic: { user: 'reader', password: '{env.X}' } } },
  { auth: { basic: { user: '{env.X}', password: 'x' } } },
  { auth: { client_credentials: { token_url: 'https://a.example', client_id: 'me', client_secret: '{env.X}' } } },
  { auth: { refresh_token: { token_url: 'https://a.example', client_id: 'me', refresh_token: '{env.X}' } } },
  { auth: { login: { client_id: 'me', client_secret: '{env.X}' } } },
  { base_url: 'https://reader:{env.X}@shop.example/v1' },
  { url: 'https://shop.example/mcp?region=eu&api_key={env.X}' },
  { behavior: { kind: 'http', query: { 'api-key': '{env.X}' } } },
  { behavior: { kind: 'http', query: { apikey: { value: '{env.X}', join: ',' } } } },
  { behavior: { kind: 'http', path: '/orders?token={env.X}' } },
  { behavior: { kind: 'http', before: [{ headers: { 'X-Api-Key': '{env.X}' } }] } },
  { behavior: { kind: 'http', form: { client_secret: '{env.X}' } } },
  { behavior: { kind: 'http', json: { who: { access_token: '{env.X}' } } } },
  { behavior: { kind: 'command', argv: ['shop', '--token={env.X}'] } },
  { behavior: { kind: 'command', argv: ['shop', '--password', '{env.X}'] } },
  { behavior: { kind: 'command', argv: ['curl', '-H', 'X-Api-Key: {env.X}'] } },
];

/** And in no such place in these. */
const OTHERS: readonly object[] = [
  { headers: { 'Accept-Language': '{env.X}', 'Idempotency-Key': '{env.X}', 'X-Csrf-Token': '{env.X}' } },
  { auth: { basic: { user: '{env.X}', password: '{env.PASSWORD}' } } },
  { auth: { client_credentials: { token_url: 'https://{env.X}/token', client_id: '{env.X}', scope: '{env.X}' } } },
  { base_url: 'https://{env.X}/v1', url: 'https://shop.example:{env.X}/v1?region={env.X}' },
  { behavior: { kind: 'http', query: { page_token: '{env.X}', region: '{env.X}' }, json: { key: '{env.X}' } } },
  { behavior: { kind: 'command', argv: ['shop', '--region', '{env.X}', '--max-tokens={env.X}', '{{env.X}}'] } },
];

describe('places', () => {
  test.each(PLACES.map((one) => [JSON.stringify(one), one]))('%s is one', (_text, place) => {
    expect(placedSecrets(place).map(({ variable }) => variable)).toContain('X');
  });

  test.each(OTHERS.map((one) => [JSON.stringify(one), one]))('%s is none', (_text, place) => {
    expect(placedSecrets(place).map(({ variable }) => variable)).not.toContain('X');
  });

  test('are named by the path of the text', () => {
    expect(placedSecrets({ shop: { headers: { A: '', Cookie: 'x={env.X}; y={env.Y}' } } })).toEqual([
      { variable: 'X', path: ['shop', 'headers', 'Cookie'] },
      { variable: 'Y', path: ['shop', 'headers', 'Cookie'] },
    ]);
  });
});

const CONNECTIONS = PLACES.filter((place) => 'headers' in place || 'auth' in place);

/** A server with such a connection; the variable is declared as no secret. */
function serverText(connection: object): string {
  const on_unreachable = { error: 'The shop is down.', retry_hint: 'Ask the user to start it.' };
  const full = { base_url: 'https://shop.example', on_unreachable, ...connection };
  const other = { base_url: 'https://o.example', on_unreachable, headers: { 'Accept-Language': '{env.PLAIN}' } };
  return `kind: server
name: shop
version: 1.0.0
summary: Lists orders.
env: { X: { description: What the shop asks for. }, PLAIN: { description: Language. } }
connections: { shop: ${JSON.stringify(full)}, other: ${JSON.stringify(other)} }
tools:
  - name: list_orders
    description: { does: Lists the orders of the shop., when: the user asks what was ordered, examples: [what did I order] }
    effects: read
    handler: handlers.ts
`;
}

function planOf(connection: object): Plan {
  // The rule asks for the declaration; here it is left out.
  const settings = settingsOf({ rules: { 'server/secret-declared': 'off' } });
  const { value, diagnostics } = planSpecs([{ path: 'specs/shop.yaml', text: serverText(connection) }], { settings });
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return value.plan;
}

describe('a variable that fills one', () => {
  test.each(CONNECTIONS.map((one) => [JSON.stringify(one), one]))('is a secret with %s', (_text, connection) => {
    const [server] = planOf(connection).servers;
    expect(server?.env).toMatchObject({ X: { secret: true }, PLAIN: { secret: false } });
  });

  test('does not change by an upgrade: in a contract of before it counts as well', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONNECTIONS), fc.constantFrom(1, 2, 3), (connection, format) => {
        const plan = planOf(connection);
        const before = contractText(plan)
          .replaceAll('"secret": true', '"secret": false')
          .replace(/"contractVersion": \d/, `"contractVersion": ${format}`);
        const read = readContract(before);
        if (!('plan' in read)) throw new Error(read.problem);
        expect(diff(read.plan, plan)).toEqual([]);
        expect(contractText(plan, read.plan)).toBe(contractText(plan));
      }),
      { numRuns: runs(500) },
    );
  });
});

test('a service that echoes the Authorization header: a descriptor that declares no secret lets none out', async () => {
  const base = await http(({ headers }, response) => {
    response.writeHead(400, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: `bad token ${headers.authorization}` }));
  });
  const connections: Record<string, ConnectionDescriptor> = {
    shop: { base_url: base, headers: { Authorization: 'Bearer {env.SHOP_TOKEN}' } },
  };
  const server = descriptorOf({
    env: { SHOP_TOKEN: { description: 'Token of the shop.', secret: false, optional: false } },
    connections,
    tools: [{ ...tool, behavior: { kind: 'http', connection: 'shop', method: 'GET', path: '/' } }],
  });
  const handler = createFetchHandler(server, {}, { env: { SHOP_TOKEN: 'tok-SECRET-123456' } });
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_x', arguments: {} },
  });
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const answer = await (await handler(new Request('http://localhost/mcp', { method: 'POST', headers, body }))).text();
  expect(answer).toContain('bad token Bearer [redacted]');
});
