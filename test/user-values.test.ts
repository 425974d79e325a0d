/** What a tool knows of its user: claims of the access token, in requests and in the settings of a transaction; without them, nothing. */
import {
  type Arbitrary,
  assert,
  asyncProperty,
  constantFrom,
  jsonValue,
  stringMatching,
  uniqueArray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFetchHandler } from '../runtime/index.ts';
import type { Behavior, ServerDescriptor, ToolDescriptor } from '../runtime/descriptor/descriptor.ts';
import { systemClock } from '../runtime/server/clock.ts';
import { contextFor } from '../runtime/server/assemble.ts';
import { prepareTool } from '../runtime/server/call.ts';
import { createRateLimiter } from '../runtime/server/limits.ts';
import type { CallUser } from '../runtime/server/user.ts';
import type { TransactionCall } from '../runtime/behaviors/sql/database.ts';
import type { JsonObject } from '../runtime/language/json.ts';
import * as all from '../runtime/modules.ts';
import type { StartModules } from '../runtime/server/start.ts';
import { combine } from '../runtime/optional-modules.ts';
import { descriptorOf, tool } from './runtime/support/descriptor.ts';
import { newSigner, openIssuer } from './runtime/support/issuer.ts';
import { recorder } from './runtime/support/loopback.ts';
import { runs } from './support/runs.ts';

const userWith = (claims: JsonObject): CallUser => ({
  subject: 'ada',
  issuer: 'https://login.example',
  client: 'app',
  scopes: [],
  claims,
});

const AUTH = { issuer: 'https://login.example', scopes: [], challenge: [], tools: {} };

function opened(behavior: Behavior, more: Partial<ServerDescriptor>, hasUsers = true) {
  const schema = { type: 'object', properties: { id: { type: 'string' } } } as const;
  const one = { ...tool, outputSchema: { type: 'object', properties: {} }, inputSchema: schema, behavior } as const;
  const rest: ServerDescriptor = descriptorOf({ tools: [one], ...more, format: 4 });
  const server: ServerDescriptor = hasUsers ? { ...rest, auth: AUTH } : rest;
  const { logCall: _log, ...context } = contextFor(server, {}, {}, () => {}, combine(Object.values<StartModules>(all)));
  const sent: TransactionCall[] = [];
  const runTransaction = (call: TransactionCall) => {
    sent.push(call);
    return Promise.resolve({ kind: 'done' as const, done: [{ rows: [], more: false, affected: 0 }] });
  };
  const call = prepareTool(one, { ...context, runTransaction });
  return {
    sent,
    ask: async (user: CallUser | undefined, args: object = {}) => {
      const { outcome } = call(args, { allowance: createRateLimiter(server.limits, systemClock), user });
      return (
        JSON.parse(`{${await outcome}}`) as {
          structuredContent: { success: boolean; code?: string; error?: string; retry_hint?: string };
        }
      ).structuredContent;
    },
  };
}

const SQL: Behavior = {
  kind: 'sql',
  database: 'shop',
  statement: ['select 1'],
  rows: 'many',
  max_rows: 10,
  max_bytes: 1000,
};
const SHOP = {
  kind: 'postgres',
  url: 'postgres://127.0.0.1/shop',
  settings: { 'app.tenant': '{user.tenant}', 'app.user': '{user.subject}' },
  timeout_ms: 1000,
} as const;

describe('settings of a transaction', () => {
  test('have the claims of the user', async () => {
    const { ask, sent } = opened(SQL, { databases: { shop: SHOP } });
    expect(await ask(userWith({ tenant: 7 }))).toMatchObject({ success: true });
    expect(sent[0]?.settings).toEqual({ 'app.tenant': '7', 'app.user': 'ada' });
  });

  test.each([
    ['no user', undefined, 'The user of this call is not known.'],
    ['no claim', userWith({}), 'The access token has no "tenant", which this tool needs.'],
  ])('without them nothing is run: %s', async (_what, user, error) => {
    const { ask, sent } = opened(SQL, { databases: { shop: SHOP } });
    expect(await ask(user)).toMatchObject({ success: false, code: 'user_unknown', error });
    expect(sent).toEqual([]);
  });

  test('no claim but a text, a number or a boolean begins a transaction', async () => {
    const { ask, sent } = opened(SQL, { databases: { shop: SHOP } });
    await assert(
      asyncProperty(jsonValue(), async (tenant) => {
        sent.length = 0;
        const isPlain = ['string', 'number', 'boolean'].includes(typeof tenant) && tenant !== '';
        await ask(userWith({ tenant: tenant as never }));
        expect(sent.map(({ settings }) => settings?.['app.tenant'])).toEqual(isPlain ? [String(tenant)] : []);
      }),
      { numRuns: runs(300) },
    );
  });
});

test('a request has them where its templates and the headers of its connection name them', async () => {
  const { base, seen } = await recorder();
  const http = {
    kind: 'http',
    connection: 'shop',
    method: 'GET',
    path: '/users/{user.subject}',
    query: { id: '{id}', of: '{user.org.name}' },
  } as const;
  const { ask } = opened(http, { connections: { shop: { base_url: base, headers: { 'X-Tenant': '{user.tenant}' } } } });
  await ask(userWith({ tenant: 'a/b', org: { name: 'x&y' } }), { id: '1' });
  expect(seen[0]).toMatchObject({ url: '/users/ada?id=1&of=x%26y', headers: { 'x-tenant': 'a/b' } });
  await ask(userWith({ tenant: 'a' }), { id: '1', user: { subject: 'eve' } });
  await ask(userWith({ tenant: 'a', org: { name: 'x' } }), { id: '1', user: { subject: 'eve' } });
  expect(seen.map(({ url }) => url)).toEqual(['/users/ada?id=1&of=x%26y', '/users/ada?id=1&of=x']);
});

const PLACES: readonly (readonly [place: string, behavior: object, values: Arbitrary<string>])[] = [
  [
    'a header',
    { headers: { 'X-Of': '{user.tenant}' } },
    constantFrom('\u0141\u00f3d\u017a', 'a\r\nX: 1', 'a\u{1F600}', '\0'),
  ],
  ['a cookie', { headers: { Cookie: 'of={user.tenant}; b=c' } }, constantFrom('a;b=c', '\u0141')],
  ['a path', { path: '/of/{user.tenant}' }, constantFrom('..', '.', 'a/../..', 'a\\..')],
];

describe.each(PLACES)('a claim that cannot be in its place, %s,', (_place, behavior, values) => {
  const http = { kind: 'http', connection: 'shop', method: 'GET', path: '/orders', ...behavior } as const;
  const steps = /^user_unknown: "user\.tenant" .+\. Ask the operator of the authorization server /;

  test('is of its authorization server, and neither of the arguments nor of the configuration', async () => {
    const { base, seen } = await recorder();
    const { ask } = opened(http, { connections: { shop: { base_url: base } } });
    await assert(
      asyncProperty(values, async (tenant) => {
        const { code, error, retry_hint } = await ask(userWith({ tenant }), { id: '1' });
        expect(`${code}: ${error} ${retry_hint}`).toMatch(steps);
      }),
      { numRuns: 8 },
    );
    expect(seen).toEqual([]);
  });

  test('is an argument where the server has no users', async () => {
    const { base } = await recorder();
    const { ask } = opened(http, { connections: { shop: { base_url: base } } }, false);
    await assert(
      asyncProperty(values, async (tenant) => {
        expect(await ask(undefined, { user: { tenant } })).toMatchObject({ code: 'invalid_arguments' });
      }),
      { numRuns: 4 },
    );
  });
});

test('a header has the whole claim, with the spaces at its ends, or nothing is sent: without them it would be another user', async () => {
  const { base, seen } = await recorder();
  const http = { kind: 'http', connection: 'shop', method: 'GET', path: '/orders', query: { id: '{id}' } } as const;
  const { ask } = opened(http, { connections: { shop: { base_url: base, headers: { 'X-Of': '{user.tenant}' } } } });
  await assert(
    asyncProperty(stringMatching(/^[ \t]?[a-c ]{0,2}[a-c][ \t\u00a0]?$/), async (tenant) => {
      const before = seen.length;
      const { code } = await ask(userWith({ tenant }), { id: '1' });
      const sent = seen.slice(before).map(({ headers }) => headers['x-of']);
      expect(sent).toEqual(code === 'user_unknown' ? [] : [tenant]);
    }),
  );
});

test('nothing that a caller sends besides arguments reaches a service: no token, cookie or header of any name', async () => {
  const [{ base, seen }, signer] = [await recorder(), await newSigner('ES256', 'one')];
  const issuer = await openIssuer([signer.jwk]);
  const url = 'https://tools.example/mcp';
  const one: ToolDescriptor = {
    ...tool,
    outputSchema: { type: 'object', properties: {} },
    behavior: {
      kind: 'http',
      connection: 'shop',
      method: 'GET',
      path: '/orders',
      headers: { 'X-User': '{user.subject}' },
    },
  };
  const server = descriptorOf({
    format: 4,
    transports: ['http'],
    auth: { issuer: issuer.url, scopes: [], challenge: [], tools: {} },
    connections: { shop: { base_url: base, headers: { 'X-Tenant': '{user.tenant}' } } },
    tools: [one],
  });
  const answer = createFetchHandler(server, {}, { url });
  const token = await signer.sign({ iss: issuer.url, aud: url, sub: 'ada', tenant: 't', exp: Date.now() / 1000 + 60 });
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: one.name, arguments: {} },
  });
  const name = stringMatching(/^(?:[A-Za-z]{1,9}-){0,2}[A-Za-z]{1,9}$/).filter((header) => !PROTOCOL.test(header));
  await assert(
    asyncProperty(uniqueArray(name, { maxLength: 12 }), async (names) => {
      seen.length = 0;
      const sent = [...names, 'Cookie', 'X-Tenant', 'X-User', 'Forwarded', 'Traceparent'].map((header) => [
        header,
        'of-caller',
      ]);
      const headers = {
        ...Object.fromEntries(sent),
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
      };
      expect((await answer(new Request(url, { method: 'POST', headers, body }))).status).toBe(200);
      expect(seen[0]?.headers).toMatchObject({ 'x-user': 'ada', 'x-tenant': 't' });
      expect(JSON.stringify(seen)).not.toContain('of-caller');
      expect(JSON.stringify(seen)).not.toContain(token);
    }),
    { numRuns: runs(30) },
  );
});

/** Those have a meaning of their own. */
const PROTOCOL =
  /^(?:mcp-|content-|accept|origin|host|authorization|proxy|sec-|connection|upgrade|transfer|te$|trailer|keep|expect)/i;
