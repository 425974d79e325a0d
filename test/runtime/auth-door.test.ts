/** A server with `auth:` as clients see it: challenges to the letter, metadata, scopes by tool, and who calls. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFetchHandler } from '../../runtime/index.ts';
import type { AuthDescriptor, CallUser, ServerDescriptor } from '../../runtime/index.ts';
import { descriptorOf, tool } from './support/descriptor.ts';
import { type Issuer, type Signer, newSigner, openIssuer } from './support/issuer.ts';

const URL = 'https://tools.example/mcp';
const METADATA = 'https://tools.example/.well-known/oauth-protected-resource/mcp';
const SCOPES = ['notes:read', 'notes:write'];

let signer: Signer;
let issuer: Issuer;
let answer: (request: Request) => Promise<Response>;
beforeAll(async () => {
  signer = await newSigner('ES256', 'one');
});
beforeEach(async () => {
  issuer = await openIssuer([signer.jwk]);
  answer = serverWith();
});

const named = (...names: string[]): ServerDescriptor['tools'] => names.map((name) => ({ ...tool, name }));

function serverWith(auth: Partial<AuthDescriptor> = {}, options: object = {}): typeof answer {
  const table = { list_notes: ['notes:read'], delete_note: ['notes:write'] } as const;
  const server = descriptorOf({
    format: 3,
    transports: ['http'],
    auth: { issuer: issuer.url, scopes: SCOPES, challenge: SCOPES, tools: table, ...auth },
    limits: { calls_per_minute: 2, concurrency: 8, timeout_ms: 10_000 },
    tools: named('list_notes', 'delete_note', 'about', 'call_tool'),
  });
  const run = (_args: unknown, call: { readonly user?: CallUser | undefined }): object => ({
    user: call.user ?? 'none',
  });
  return createFetchHandler(server, { run }, { url: `${URL}/`, ...options });
}

const token = (more: object = {}): Promise<string> =>
  signer.sign({ iss: issuer.url, aud: URL, sub: 'ada', client_id: 'editor', exp: Date.now() / 1000 + 60, ...more });

async function send(bearer: string | undefined, method: string, params: object = {}, headers = {}): Promise<Response> {
  const all = {
    'Content-Type': 'application/json',
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return answer(new Request(URL, { method: 'POST', headers: { ...all, ...headers }, body }));
}

const call = (bearer: string | undefined, name: string, args = {}): Promise<Response> =>
  send(bearer, 'tools/call', { name, arguments: args });
const challenge = (response: Response): string | null => response.headers.get('www-authenticate');
const json = async (response: Response): Promise<ReturnType<typeof JSON.parse>> => response.json();
const data = async (response: Response): Promise<unknown> => (await json(response)).result.structuredContent.data;

describe('the challenge', () => {
  test('without a token has no error, and the scopes of all tools', async () => {
    const response = await send(undefined, 'tools/list');
    expect(response.status).toBe(401);
    expect(challenge(response)).toBe(`Bearer resource_metadata="${METADATA}", scope="notes:read notes:write"`);
  });

  test('of a bad token says why', async () => {
    const response = await send(await token({ exp: 1 }), 'tools/list');
    expect(response.status).toBe(401);
    expect(challenge(response)).toBe(
      `Bearer resource_metadata="${METADATA}", scope="notes:read notes:write", error="invalid_token", error_description="The token is expired."`,
    );
  });

  test('of a token without a scope has all that it needs then', async () => {
    const response = await call(await token({ scope: 'notes:read other' }), 'delete_note');
    expect(response.status).toBe(403);
    expect(challenge(response)).toBe(
      `Bearer error="insufficient_scope", scope="notes:read notes:write", resource_metadata="${METADATA}", error_description="The tool needs more scopes."`,
    );
  });

  test('is read by pages of allowed origins', async () => {
    const response = await send(undefined, 'tools/list', {}, { origin: 'https://tools.example' });
    expect(response.headers.get('access-control-expose-headers')).toBe('WWW-Authenticate, Mcp-Session-Id');
  });
});

describe('metadata', () => {
  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource/mcp/',
  ])('at %s are the same, whatever the host is called', async (path) => {
    const response = await answer(new Request(`https://evil.example${path}`, { headers: { host: 'evil.example' } }));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cache-control': 'max-age=3600',
    });
    expect(await response.json()).toEqual({
      resource: URL,
      authorization_servers: [issuer.url],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Small',
    });
  });

  test('let a browser ask first', async () => {
    const path = 'https://tools.example/.well-known/oauth-protected-resource/mcp';
    const response = await answer(new Request(path, { method: 'OPTIONS' }));
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([204, '*']);
  });
});

describe('a token', () => {
  test('shows handlers who calls', async () => {
    const response = await call(await token({ scope: 'notes:read', tenant: 7 }), 'list_notes');
    expect(await data(response)).toMatchObject({
      user: { subject: 'ada', issuer: issuer.url, client: 'editor', scopes: ['notes:read'], claims: { tenant: 7 } },
    });
  });

  test('is enough for a tool that names no scope', async () => {
    expect((await call(await token(), 'about')).status).toBe(200);
  });

  test('has its own limit', async () => {
    const [ada, bob] = [await token(), await token({ sub: 'bob' })];
    const codes = [];
    for (const one of [ada, ada, ada, bob])
      codes.push((await json(await call(one, 'about'))).result.structuredContent.code ?? 'ok');
    expect(codes).toEqual(['ok', 'ok', 'rate_limited', 'ok']);
  });

  test('of a client without a user has a limit, and not the one of a user of that name', async () => {
    const client = (name: string): Promise<string> => token({ sub: undefined, client_id: name });
    const [ada, own, other] = [await token(), await client('ada'), await client('bob')];
    const codes = [];
    for (const one of [ada, ada, own, own, own, other])
      codes.push((await json(await call(one, 'about'))).result.structuredContent.code ?? 'ok');
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'rate_limited', 'ok']);
  });

  test('that cannot be verified now is no bad token', async () => {
    issuer.status = 500;
    const response = await call(await token(), 'about');
    expect([response.status, response.headers.get('retry-after'), challenge(response)]).toEqual([503, '5', null]);
  });

  test('of a key that may not be looked for now is no bad token, and nothing is said of a server that answers', async () => {
    await call(await token(), 'about');
    const unknown = await newSigner('ES256', 'unknown');
    const sent = async (): Promise<Response> =>
      call(await unknown.sign({ iss: issuer.url, aud: URL, exp: Date.now() / 1000 + 60 }), 'about');
    expect(challenge(await sent())).toMatch(/no key of this name/);
    const response = await sent();
    expect([response.status, await response.text()]).toEqual([
      503,
      'The access token cannot be verified at the moment; retry later.',
    ]);
  });

  test('of the server itself opens everything', async () => {
    answer = serverWith({}, { token: 'a-token-of-16-ch' });
    expect((await call('a-token-of-16-ch', 'delete_note')).status).toBe(200);
    expect((await call('a-token-of-16-cX', 'delete_note')).status).toBe(401);
  });
});

describe('with public tools', () => {
  beforeEach(() => {
    answer = serverWith({ tools: { about: 'public', delete_note: ['notes:write'], call_tool: 'named' } });
  });

  test.each<[string, object, number]>([
    ['initialize', {}, 200],
    ['tools/list', {}, 200],
    ['tools/call', { name: 'about' }, 200],
    ['tools/call', { name: 'list_notes' }, 401],
    ['tools/call', { name: 'delete_note' }, 401],
    ['tools/call', { name: 'unknown' }, 401],
    ['tools/call', { name: '__proto__' }, 401],
    ['tools/call', { name: ['about'] }, 401],
    ['tools/call', { name: 'call_tool', arguments: { name: 'about' } }, 200],
    ['tools/call', { name: 'call_tool', arguments: { name: 'delete_note' } }, 401],
    ['tools/call', { name: 'call_tool' }, 401],
    ['resources/read', { uri: 'a:b' }, 401],
    ['prompts/list', {}, 401],
  ])('%s %j without a token is %i', async (method, params, status) => {
    expect((await send(undefined, method, params)).status).toBe(status);
  });

  test.each([
    ['note://rules', 401],
    ['note://%72ules', 401],
    ['note://other', 200],
  ])(
    'a text of the server is no resource of the public tool whose template its URI fits: %s is %i',
    async (uri, status) => {
      const own = descriptorOf({
        format: 3,
        transports: ['http'],
        auth: { issuer: issuer.url, scopes: SCOPES, challenge: SCOPES, tools: { about: 'public' } },
        resources: [
          { uri: 'note://{id}', name: 'note', tool: 'about' },
          { uri: 'note://rules', name: 'rules', text: 'The rules.' },
        ],
        tools: named('about'),
      });
      answer = createFetchHandler(own, { run: () => ({}) }, { url: `${URL}/` });
      expect((await send(undefined, 'resources/read', { uri })).status).toBe(status);
    },
  );

  test('a bad token is not the same as none', async () => {
    expect((await call('bad', 'about')).status).toBe(401);
  });

  test('another scheme is not the same as none', async () => {
    expect((await send(undefined, 'tools/list', {}, { authorization: 'Basic YTpi' })).status).toBe(401);
  });

  test('a tool that another one calls needs its own scopes', async () => {
    const response = await call(await token({ scope: 'notes:read' }), 'call_tool', { name: 'delete_note' });
    expect(response.status).toBe(403);
  });
});

test.each<[string, object, RegExp]>([
  ['without its URL', { url: undefined }, /requires the option "url"/],
  ['with a URL that is not safe', { url: 'http://tools.example/mcp' }, /HAFT_URL must be/],
  ['with a URL with a query', { url: 'https://tools.example/mcp?a=b' }, /HAFT_URL must be/],
])('a handler %s is not made', (_what, options, reason) => {
  expect(() => serverWith({}, options)).toThrow(reason);
});

test('a variable of `auth` that is not set ends the start', () => {
  expect(() => serverWith({ issuer: '{env.ISSUER}' })).toThrow(/ISSUER is not set/);
});
