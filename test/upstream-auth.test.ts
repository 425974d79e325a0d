/** Access tokens for other MCP servers: got, kept in memory, renewed, and never in what the server sends. */
import { connect } from 'node:net';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRedirect } from '../compiler/edge/login/browser.ts';
import { type LoginTarget, logIn } from '../compiler/edge/login/log-in.ts';
import { mcp } from '../runtime/behaviors/mcp/mcp.ts';
import type { BehaviorContext } from '../runtime/behaviors/shared/run.ts';
import { logins, upstreamTokens } from '../runtime/modules.ts';
import { type StoredLogin, loginFile, loginFolder, readLogin, writeLogin } from '../runtime/credentials/store.ts';
import type { ServerDescriptor, ToolDescriptor, UpstreamDescriptor } from '../runtime/descriptor/descriptor.ts';
import { createRedact } from '../runtime/redaction/secret-search.ts';
import { OpenCall } from '../runtime/server/context.ts';
import { connectUpstreams } from '../runtime/upstream/connect.ts';
import { type Guarded, guardedServer } from './support/guarded.ts';
import { temporaryFolder } from './support/folder.ts';
import { ON_WINDOWS } from './support/posix.ts';

type Auth = NonNullable<UpstreamDescriptor['auth']>;

function front(url: string, auth: Auth, tool = 'show_access') {
  const upstream: UpstreamDescriptor = { url, auth, timeout_ms: 20_000, on_drift: 'log' };
  const server = {
    name: 'notes',
    version: '1.0.0',
    env: {},
    upstreams: { tracker: upstream },
  } as unknown as ServerDescriptor;
  const env = Object.freeze({ SECRET: 'client-secret' });
  const log: string[] = [];
  const upstreams = connectUpstreams({ server, env, log: (line) => log.push(line), ...upstreamTokens, ...logins });
  const context = { server, env, upstreams, redact: createRedact({}, {}), tool: {} as ToolDescriptor };
  const run = mcp.run({ kind: 'mcp', upstream: 'tracker', tool }, context as unknown as BehaviorContext);
  return { log, call: async () => run({}, new OpenCall((line) => log.push(line), { allowance: () => 0 })) };
}

const CLIENT = { client_id: 'robot', client_secret: '{env.SECRET}' };
const grantsIn = (asked: readonly string[]): number => asked.filter((line) => line.startsWith('token ')).length;

describe.skipIf(ON_WINDOWS)('client credentials', () => {
  test('the token endpoint is found, one token serves all calls at once, and the token is redacted', async () => {
    const { url, command } = await guardedServer();
    const { call } = front(url, { client_credentials: CLIENT });
    const results = await Promise.all([call(), call(), call()]);
    expect(results[0]).toMatchObject({ tool: 'show_access', authorization: 'Bearer [redacted]' });
    expect(results[2]).toEqual(results[0]);
    expect(grantsIn(await command('expire'))).toBe(1);
    expect(await call()).toMatchObject({ tool: 'show_access' });
    expect(grantsIn(await command('break'))).toBe(1);
  });

  test('a configured endpoint is used from the start, and a token is renewed before it ends', async () => {
    const { url, issuer, command } = await guardedServer({ LIFE: '1' });
    const { call } = front(url, { client_credentials: { ...CLIENT, token_url: `${issuer}/token` } });
    await call();
    expect(grantsIn(await command('break'))).toBe(1);
    await vi.waitFor(async () => {
      await call();
      expect(grantsIn(await command('break'))).toBe(1);
    }, 10_000);
  });

  test('two rejected tokens are a failure in words', async () => {
    const { url, command } = await guardedServer();
    const { call } = front(url, { client_credentials: CLIENT });
    await command('break access');
    expect(await call()).toMatchObject({
      code: 'unreachable',
      error: 'The server behind this tool cannot be reached: it rejected two access tokens (status 401).',
    });
    expect(grantsIn(await command('break'))).toBe(2);
  });

  test('a wider scope is asked for once a call needs it', async () => {
    const { url } = await guardedServer();
    const { call } = front(url, { client_credentials: CLIENT }, 'write_note');
    expect(await call()).toMatchObject({ tool: 'write_note' });
  });

  test('credentials that are not accepted name the variable', async () => {
    const { url, command } = await guardedServer();
    const { call } = front(url, { client_credentials: CLIENT });
    await command('break token');
    expect(await call()).toMatchObject({
      code: 'auth_failed',
      error: 'The service issued no access token (HTTP 503, temporarily_unavailable).',
      retry_hint: expect.stringContaining('SECRET'),
    });
  });
});

describe.skipIf(ON_WINDOWS)('a login', () => {
  beforeEach(() => void vi.stubEnv('XDG_STATE_HOME', temporaryFolder()));

  const keep = async (url: string, issuer: string, more: Partial<StoredLogin> = {}): Promise<string> => {
    const [folder, file] = [await loginFolder(), await loginFile(url, '')];
    const kept = {
      resource: url,
      issuer,
      token_url: `${issuer}/token`,
      client_id: 'one',
      redirect: 'http://127.0.0.1:9/',
      scope: 'read',
    };
    expect(await writeLogin(folder, file, { ...kept, access_token: 'none', ends: 0, ...more })).toBeUndefined();
    return join(folder, file);
  };
  const MISSING = {
    code: 'login_required',
    error: 'The login of "notes/tracker" is missing.',
    retry_hint: 'Ask the user to run `haft login notes/tracker`. Do not retry before that.',
  };

  test('that is missing names the command', async () => {
    const { url } = await guardedServer();
    expect(await front(url, { login: {} }).call()).toMatchObject(MISSING);
  });

  /** A login whose first refresh token is from the code of this server. */
  const keepLogin = async ({ url, issuer }: Guarded): Promise<string> => {
    const verifier = 'v'.repeat(43);
    const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    const asked = new URLSearchParams({
      redirect_uri: 'http://127.0.0.1:9/',
      scope: 'read',
      code_challenge: Buffer.from(challenge).toString('base64url'),
    });
    const back = await fetch(`${issuer}/authorize?${asked}`, { redirect: 'manual' });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: 'http://127.0.0.1:9/',
    };
    const tokens = await fetch(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(form).toString() });
    const { access_token, refresh_token } = (await tokens.json()) as Record<string, string>;
    return keep(url, issuer, {
      access_token: access_token ?? '',
      refresh_token: refresh_token ?? '',
      ends: Date.now() + 3_600_000,
    });
  };

  test('is used until its token ends, and the new tokens are kept', async () => {
    const server = await guardedServer();
    const path = await keepLogin(server);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { call } = front(server.url, { login: {} });
    expect(await call()).toMatchObject({ tool: 'show_access', authorization: 'Bearer [redacted]' });
    expect(grantsIn(await server.command('expire'))).toBe(1);
    expect(await call()).toMatchObject({ tool: 'show_access' });
    expect(await server.command('break')).toEqual(['token refresh_token']);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      loginVersion: 1,
      access_token: 'access-token-3',
      refresh_token: 'refresh-token-3',
    });
  });

  test('is renewed by one of many processes, whose refresh token is the only valid one', async () => {
    const server = await guardedServer();
    await keepLogin(server);
    await server.command('expire');
    const fronts = Array.from({ length: 4 }, () => front(server.url, { login: {} }));
    const results = await Promise.all(fronts.map(({ call }) => call()));
    for (const result of results) expect(result).toMatchObject({ tool: 'show_access' });
    expect(await server.command('break')).toEqual(['token refresh_token']);
  });

  test('that has ended names the command', async () => {
    const server = await guardedServer();
    await keepLogin(server);
    await server.command('revoke');
    expect(await front(server.url, { login: {} }).call()).toMatchObject({
      ...MISSING,
      error: 'The login of "notes/tracker" has ended.',
    });
  });

  test('that does not allow a call names the scope', async () => {
    const server = await guardedServer();
    await keepLogin(server);
    expect(await front(server.url, { login: {} }, 'write_note').call()).toMatchObject({
      code: 'login_required',
      retry_hint: 'Ask the user to run `haft login notes/tracker --scope "write"`. Do not retry before that.',
    });
  });

  test('is kept while the authorization server is down', async () => {
    const server = await guardedServer();
    const path = await keepLogin(server);
    await server.command('expire');
    await server.command('break token');
    expect(await front(server.url, { login: {} }).call()).toMatchObject({ code: 'auth_failed' });
    expect(readFileSync(path, 'utf8')).toContain('refresh-token-2');
    await server.command('break');
    expect(await front(server.url, { login: {} }).call()).toMatchObject({ tool: 'show_access' });
  });

  test.each([
    ['{', 'is damaged'],
    ['{"loginVersion":1,"resource":1}', 'is damaged'],
    ['{"loginVersion":2}', 'was written by a newer Haft'],
  ])('%s in its file is a failure in words', async (text, words) => {
    const path = await keep('http://127.0.0.1:9/mcp', 'http://127.0.0.1:9');
    writeFileSync(path, text, { mode: 0o600 });
    expect(await front('http://127.0.0.1:9/mcp', { login: {} }).call()).toMatchObject({
      code: 'login_required',
      error: expect.stringContaining(words),
    });
  });

  test.skipIf(process.platform === 'win32')('in a folder of others is not used', async () => {
    const folder = await loginFolder();
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const found = await readLogin(folder, await loginFile('http://127.0.0.1:9/mcp', ''));
    expect(found).toMatchObject({
      problem: expect.stringContaining('is shared with other users'),
      hint: expect.stringContaining('chmod go='),
    });
  });

  const OPTIONS = { scopes: [], port: 0, browser: true };
  const atTracker = (url: string): LoginTarget => ({ name: 'notes/tracker', resource: url, request: {} });

  test('in the browser is what a server uses', async () => {
    vi.stubEnv('BROWSER', join(import.meta.dirname, 'support/browser.mjs'));
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { url } = await guardedServer();
    expect(await logIn(atTracker(url), OPTIONS, undefined)).toMatchObject({ scope: 'read', audience: url });
    expect(await front(url, { login: {} }).call()).toMatchObject({ tool: 'show_access' });
    await logIn(atTracker(url), { ...OPTIONS, scopes: ['write'] }, undefined);
    expect(await front(url, { login: {} }, 'write_note').call()).toMatchObject({ tool: 'write_note' });
  });

  test.each(['//', '//[', 'http://[', '*', '/callback?state=%', '/callback/../..', '/callback?state=own2'])(
    'goes on after a request for %j',
    async (target) => {
      const redirect = await openRedirect(0);
      onTestFinished(() => redirect?.close());
      const answer = redirect?.answer('own');
      const { port } = new URL(redirect?.address ?? '');
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`),
        );
        socket.resume().on('close', () => resolve());
      });
      await fetch(`${redirect?.address}?state=own&code=a`);
      expect((await answer)?.get('code')).toBe('a');
    },
  );

  test('where no client can register is a failure in words', async () => {
    const { url } = await guardedServer({ REGISTRATION: 'no' });
    await expect(logIn(atTracker(url), OPTIONS, undefined)).rejects.toThrow(/registers no clients by itself/);
  });
});
