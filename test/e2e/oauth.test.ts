/** A compiled server with `auth:`, the official client and an authorization server of others, in both eras. */
// In depth: each login is a dozen requests of three processes; server-auth.test.ts and auth-tokens.test.ts have one each.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Client,
  ClientCredentialsProvider,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { createServer } from 'node:net';
import { decodeJwt, exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tokensFor } from '../../runtime/credentials/tokens.ts';
import { clientProofs, exchanges } from '../../runtime/modules.ts';
import { systemClock } from '../../runtime/server/clock.ts';
import { isFailure } from '../../runtime/server/failure.ts';
import { startServer } from '../runtime/support/server-process.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Mode } from '../support/official-client.ts';

const ERAS: readonly (readonly [string, Mode])[] = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
];

const specWith = (auth: string): string => `kind: server
name: notes
version: 1.0.0
summary: Keeps the notes of its users.
transports: [http]
env: { ISSUER: { description: The authorization server. }, RS_SECRET: { description: Secret of this server., secret: true, optional: true } }
auth:
  issuer: "{env.ISSUER}"
  scopes: { "notes:read": Read notes., "notes:write": Change notes. }
  effects: { read: ["notes:read"], write: ["notes:write"], destroy: ["notes:write"] }
${auth}
tools:
  - { name: show_user, description: { does: Shows who is logged in., when: the user asks who they are }, effects: read, handler: handlers.ts }
  - { name: write_note, description: { does: Writes a note., when: the user wants to keep something }, effects: write, handler: handlers.ts }
  - { name: show_version, description: { does: Shows the version of the notes., when: the user asks for the version }, effects: read, public: true, handler: handlers.ts }
`;

const HANDLERS = `import type { Handlers } from '../generated/servers/notes/tools.ts';
const who = (_args: object, call: { user?: { subject: string; scopes: readonly string[] } }) => ({ subject: call.user?.subject ?? '', scopes: call.user?.scopes.join(' ') ?? '' });
export const showUser = who;
export const writeNote = who;
export const showVersion = who;
`;

interface Running {
  readonly url: string;
  readonly issuer: string;
  /** What the authorization server was asked. */
  readonly asked: () => Promise<readonly string[]>;
}

async function start(auth = '', format = 'jwt'): Promise<Running> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'haft.yaml'), '');
  const { mkdirSync } = await import('node:fs');
  mkdirSync(join(folder, 'specs'));
  writeFileSync(join(folder, 'specs/notes.yaml'), specWith(auth));
  writeFileSync(join(folder, 'specs/handlers.ts'), HANDLERS);
  const { code, stdout, stderr } = haft(folder, 'compile');
  expect(code, stdout + stderr).toBe(0);
  const port = await freePort();
  const RESOURCE = `http://127.0.0.1:${port}/mcp`;
  const login = startServer(join(import.meta.dirname, '../support/login-server.mjs'), [], { RESOURCE, FORMAT: format });
  const issuer = (await login.nextText()).replace('listening ', '');
  const script = join(folder, 'generated/servers/notes/server.mjs');
  const server = startServer(script, ['--http', '--port', String(port)], { ISSUER: issuer, RS_SECRET: 'rs-secret' });
  await server.logged(/listening on/);
  const asked = async (): Promise<readonly string[]> => {
    login.child.kill('SIGKILL');
    return (await login.end()).rest;
  };
  return { url: RESOURCE, issuer, asked };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const REDIRECT = 'http://127.0.0.1:9/back';

/** A user at a browser: logs in, and allows what is asked. */
async function follow(start: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { method: 'POST', body: form.toString() }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const place = response.headers.get('location');
    form = undefined;
    if (place !== null) {
      next = new URL(place, next);
      if (next.href.startsWith(REDIRECT)) return next;
    } else {
      const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
      if (prompt === undefined) throw new Error(`no form: ${response.status} ${text.slice(0, 300)}`);
      next = new URL(/action="([^"]+)"/.exec(text)?.[1] ?? '', next);
      form = new URLSearchParams(prompt === 'login' ? { prompt, login: 'ada', password: 'x' } : { prompt });
    }
  }
  throw new Error('the login does not end');
}

/** A client program of a user, with what it keeps. */
function userProvider(clientId?: string): OAuthClientProvider & { code: () => URL | undefined; spoil: () => void } {
  let client = clientId === undefined ? undefined : { client_id: clientId };
  let tokens: Parameters<OAuthClientProvider['saveTokens']>[0] | undefined;
  let verifier = '';
  let back: URL | undefined;
  return {
    redirectUrl: REDIRECT,
    clientMetadata: {
      redirect_uris: [REDIRECT],
      client_name: 'judge',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => client,
    saveClientInformation: (given) => void (client = given),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    redirectToAuthorization: async (url) => void (back = await follow(url)),
    code: () => back,
    spoil: () => void (tokens &&= { ...tokens, access_token: `${tokens.access_token.slice(0, -6)}AAAAAA` }),
  };
}

const newClient = (mode: Mode): Client => {
  const client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  return client;
};

/** Connects as a user: the first attempt leads to the login, the second one has the token. */
async function connectUser(mode: Mode, url: string, provider: ReturnType<typeof userProvider>): Promise<Client> {
  const first = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  const attempt = newClient(mode);
  const failed = await attempt.connect(first).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (failed === undefined) return attempt;
  const back = provider.code();
  if (back === undefined) throw failed;
  await first.finishAuth(back.searchParams);
  const client = newClient(mode);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: provider }));
  return client;
}

const dataOf = async (client: Client, name: string): Promise<unknown> => {
  const { structuredContent } = await client.callTool({ name, arguments: {} });
  return (structuredContent as { data?: unknown }).data;
};

const BOTH = 'notes:read notes:write';

describe.each(ERAS)('%s', { timeout: 60_000 }, (_era, mode) => {
  test('client credentials', async () => {
    const { url, asked } = await start();
    const authProvider = new ClientCredentialsProvider({
      clientId: 'robot',
      clientSecret: 'robot-secret',
      scope: BOTH,
    });
    const client = newClient(mode);
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    expect(await dataOf(client, 'write_note')).toEqual({ subject: 'robot', scopes: BOTH });
    expect(await dataOf(client, 'show_user')).toEqual({ subject: 'robot', scopes: BOTH });
    expect((await asked()).filter((line) => line === 'GET /jwks')).toHaveLength(1);
  });

  test('a code with PKCE, of a client that registers itself; the public tool needs none of it', async () => {
    const { url, asked } = await start();
    const provider = userProvider();
    const client = await connectUser(mode, url, provider);
    expect(await dataOf(client, 'show_version')).toEqual({ subject: '', scopes: '' });
    await expect(client.callTool({ name: 'show_user', arguments: {} })).rejects.toThrow();
    const back = provider.code();
    await (client.transport as StreamableHTTPClientTransport).finishAuth(back?.searchParams ?? new URLSearchParams());
    expect(await dataOf(client, 'show_user')).toEqual({ subject: 'ada', scopes: BOTH });
    expect(await asked()).toContain('POST /reg');
  });

  test('more scopes once a tool needs them', async () => {
    const { url } = await start('  challenge: minimal');
    const provider = userProvider('known');
    const client = await connectUser(mode, url, provider);
    const transport = client.transport as StreamableHTTPClientTransport;
    const login = async (name: string): Promise<void> => {
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow();
      await transport.finishAuth(provider.code()?.searchParams ?? new URLSearchParams());
    };
    await login('show_user');
    expect(await dataOf(client, 'show_user')).toEqual({ subject: 'ada', scopes: 'notes:read' });
    await login('write_note');
    expect(await dataOf(client, 'write_note')).toEqual({ subject: 'ada', scopes: BOTH });
  });

  test('a bad token is renewed without a user', async () => {
    const { url, asked } = await start();
    const provider = userProvider('known');
    const client = await connectUser(mode, url, provider);
    await expect(client.callTool({ name: 'show_user', arguments: {} })).rejects.toThrow();
    await (client.transport as StreamableHTTPClientTransport).finishAuth(
      provider.code()?.searchParams ?? new URLSearchParams(),
    );
    provider.spoil();
    expect(await dataOf(client, 'show_user')).toMatchObject({ subject: 'ada' });
    expect((await asked()).filter((line) => line === 'POST /token')).toHaveLength(2);
  });

  test('an opaque token', async () => {
    const { url } = await start('  introspection: { client_id: rs, client_secret: "{env.RS_SECRET}" }', 'opaque');
    const authProvider = new ClientCredentialsProvider({
      clientId: 'robot',
      clientSecret: 'robot-secret',
      scope: BOTH,
    });
    const client = newClient(mode);
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    expect(await dataOf(client, 'write_note')).toMatchObject({ scopes: BOTH });
  });
});

test('a client with a private key exchanges a token, and a token for somebody else is refused', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'ES256' }] });
  const RESOURCE = 'https://tools.example/mcp';
  const login = startServer(join(import.meta.dirname, '../support/login-server.mjs'), [], { RESOURCE, KEYS: keys });
  const issuer = (await login.nextText()).replace('listening ', '');
  const robot = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('robot:robot-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'notes:read' }),
  });
  const { access_token: callerToken } = (await robot.json()) as { readonly access_token: string };
  const client = { token_url: `${issuer}/token`, client_id: 'signer', private_key: '{env.KEY}', key_id: 'one' };
  const shared = { env: { KEY: await exportPKCS8(privateKey) }, clock: systemClock, name: 'notes/orders' };
  const context = { ...shared, resource: 'https://orders.example', modules: { ...exchanges, ...clientProofs } };
  const owner = { auth: { exchange: { ...client, audience: 'https://orders.example' } } };
  const issued = await tokensFor(owner, { ...context, callerToken }).current(() => {});
  if (issued === undefined || isFailure(issued)) throw new Error(issued?.error);
  expect(decodeJwt(issued.text)).toMatchObject({ iss: issuer, sub: 'robot', aud: 'https://orders.example' });
  const forged = `${callerToken.split('.', 2).join('.')}.AAAA`;
  expect(await tokensFor(owner, { ...context, callerToken: forged }).current(() => {})).toMatchObject({
    code: 'auth_failed',
  });
});
