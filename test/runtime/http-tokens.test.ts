/** Access tokens: one request for all calls, renewed in time and after a 401, and never in what leaves the server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { HandlerCall } from '../../runtime/behaviors/handler/call.ts';
import { tokensFor } from '../../runtime/credentials/tokens.ts';
import { exchanges } from '../../runtime/modules.ts';
import { systemClock } from '../../runtime/server/clock.ts';
import type { ConnectionAuth } from '../../runtime/descriptor/http-descriptor.ts';
import { callTool, openTool, variable } from './support/call-tool.ts';
import type { Setting } from './support/call-tool.ts';
import { get, http } from './support/loopback.ts';
import { leaksIn, spellingsOf } from './support/spellings.ts';

const declared = { ID: variable(), SECRET: variable({ secret: true }) };
const source = { ID: 'me', SECRET: 'very secret' };

/** A service whose tokens are numbered; `answer` says what it does with a token. */
async function service(
  token: (form: URLSearchParams, issued: number) => object | number,
  answer: (bearer: string, response: ServerResponse) => void,
) {
  const forms: URLSearchParams[] = [];
  const base = await http((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (request.url !== '/token') return answer((request.headers.authorization ?? '').slice(7), response);
      forms.push(new URLSearchParams(body));
      const said = token(new URLSearchParams(body), forms.length);
      response.writeHead(typeof said === 'number' ? said : 200);
      response.end(
        JSON.stringify(
          typeof said === 'number'
            ? { error: said === 400 ? 'invalid_scope' : 'invalid_client', access_token: 'leaked-token' }
            : said,
        ),
      );
    });
  });
  const client = { token_url: `${base}/token`, client_id: '{env.ID}', client_secret: '{env.SECRET}' };
  const setting = (auth: ConnectionAuth, more: Partial<Setting> = {}): Setting =>
    get(base, {}, { declared, source, ...more, connection: { base_url: base, auth } });
  return { base, forms, client, setting };
}

const ok = (bearer: string, response: ServerResponse): void => void response.end(JSON.stringify({ bearer }));

test('a token that is about to end is renewed before the next request', async () => {
  let now = 0;
  const clock = { now: () => now, sleep: async () => {} };
  const { forms, client, setting } = await service(
    (_form, count) => ({ access_token: `tok-number-${count}`, expires_in: 100 }),
    ok,
  );
  const call = openTool(setting({ client_credentials: client }, { clock }));
  await call().outcome;
  now = 89_000;
  await call().outcome;
  expect(forms).toHaveLength(1);
  now = 91_000;
  expect(await call().outcome).toMatchObject({ success: true, data: { bearer: '[redacted]' } });
  expect(forms).toHaveLength(2);
});

test('after a 401 it is renewed once, also for calls at the same time', async () => {
  const { forms, client, setting } = await service(
    (_form, count) => ({ access_token: `tok-number-${count}` }),
    (bearer, response) => void response.writeHead(bearer === 'tok-number-2' ? 200 : 401).end('{}'),
  );
  const call = openTool(setting({ client_credentials: client }));
  const outcomes = await Promise.all([call().outcome, call().outcome, call().outcome]);
  expect(outcomes.every(({ success }) => success)).toBe(true);
  expect(forms).toHaveLength(2);
});

test('a second 401 is the result', async () => {
  const { forms, client, setting } = await service(
    (_form, count) => ({ access_token: `tok-number-${count}` }),
    (_bearer, response) => void response.writeHead(401).end('no'),
  );
  expect(await openTool(setting({ client_credentials: client }))().outcome).toMatchObject({ code: 'http_error' });
  expect(forms).toHaveLength(2);
});

test('a refresh token that the service replaces is used from then on', async () => {
  const { forms, client, setting } = await service(
    (form, count) => ({ access_token: `tok-number-${count}`, refresh_token: `${form.get('refresh_token')}+` }),
    (_bearer, response) => void response.writeHead(401).end('no'),
  );
  const auth = { refresh_token: { ...client, credentials: 'body' as const, refresh_token: '{env.SECRET}' } };
  await openTool(setting(auth))().outcome;
  expect(forms.map((form) => form.get('refresh_token'))).toEqual(['very secret', 'very secret+']);
  expect(forms[0]?.get('client_secret')).toBe('very secret');
});

test('rejected credentials name the variables and nothing of the response', async () => {
  const { client, setting } = await service(() => 401, ok);
  const outcome = await openTool(setting({ client_credentials: client }))().outcome;
  expect(outcome).toMatchObject({
    code: 'auth_failed',
    error: 'The service issued no access token (HTTP 401, invalid_client).',
    retry_hint: expect.stringContaining('ID, SECRET'),
  });
  expect(JSON.stringify(outcome)).not.toContain('leaked-token');
});

test('an address that others can read along is not used', async () => {
  const { client, setting } = await service(() => 500, ok);
  const auth = { client_credentials: { ...client, token_url: 'http://login.example/token' } };
  expect(await openTool(setting(auth))().outcome).toMatchObject({ code: 'bad_configuration' });
});

test('so many callers are remembered, each by its token, and the one that has called least recently is forgotten', () => {
  const owner = { auth: { exchange: { token_url: 'https://login.example/token', client_id: 'front' } } };
  const shared = { env: {}, clock: systemClock, modules: exchanges, name: 'notes/one', resource: 'https://a.example' };
  const of = (callerToken: string) => tokensFor(owner, { ...shared, callerToken });
  const [first, second] = [of('first'), of('second')];
  for (let count = 0; count < 998; count += 1) of(`token-${count}`);
  expect([of('first'), of('second')]).toEqual([first, second]);
  for (let count = 998; count < 1997; count += 1) of(`token-${count}`);
  expect(of('second')).toBe(second);
  expect(of('first')).not.toBe(first);
  expect(tokensFor(owner, { ...shared, env: { OTHER: 'server' }, callerToken: 'second' })).not.toBe(second);
});

test('a token whose end is not said is exchanged again after five minutes', async () => {
  let now = 0;
  const clock = { now: () => now, sleep: async () => {} };
  const { forms, base } = await service((_form, count) => ({ access_token: `tok-number-${count}` }), ok);
  const owner = {
    auth: { exchange: { token_url: `${base}/token`, client_id: 'front', resource: 'https://a.example' } },
  };
  const context = { env: {}, clock, modules: exchanges, name: 'notes/one', resource: base, callerToken: 'of-caller' };
  const source = tokensFor(owner, context);
  for (const at of [0, 239_000, 301_000]) {
    now = at;
    expect(await source.current(() => {})).toHaveProperty('text');
  }
  expect(forms.map((form) => [form.get('subject_token'), form.get('resource'), form.get('client_id')])).toEqual(
    Array.from({ length: 2 }, () => ['of-caller', 'https://a.example', 'front']),
  );
});

test('whatever a handler gives of a response, no spelling of the access token is in it', async () => {
  const { client, base } = await service(
    (_form, count) => ({ access_token: `tok/number+${count}==secret`, scope: 'read' }),
    (bearer, response) => {
      const text = JSON.stringify(spellingsOf(bearer));
      response.setHeader('x-echo', [bearer, encodeURIComponent(bearer), btoa(bearer)]);
      response.end(Buffer.concat([Buffer.from([0, 255, 254, 128]), Buffer.from(text), Buffer.from([129, 0])]));
    },
  );
  const handlers = {
    run: async (_args: never, call: HandlerCall) => {
      const reply = await call.request('local', { path: '/' });
      if ('error' in reply) return reply;
      const { bytes, headers } = reply;
      call.log([...headers].join());
      return { bytes: Buffer.from(bytes).toString('latin1'), headers: [...headers], all: JSON.stringify(reply) };
    },
  };
  const setting: Setting = {
    behavior: { kind: 'handler', export: 'run' },
    handlers,
    declared,
    source,
    returns: { type: 'object' },
    connection: { base_url: base, auth: { client_credentials: client } },
  };
  const outcome = await callTool(setting);
  expect(outcome).toMatchObject({ success: true });
  const given = JSON.stringify(outcome);
  expect(leaksIn(given, 'tok/number+1==secret', ['number+1==secret'])).toEqual([]);
  expect(String(outcome.data?.['bytes']).slice(0, 4)).toBe('\u0000\u00ff\u00fe\u0080');
  expect(given).toContain('[redacted]');
});

describe('a scope that one call lacks', () => {
  /** `/admin` needs a scope that the authorization server grants where it is `generous`. */
  async function scoped(generous: boolean) {
    const issued = new Map<string, string>();
    const made = await service(
      (form, count) => {
        const scope = form.get('scope') ?? '';
        if (scope.includes('admin') && !generous) return 400;
        issued.set(`tok-number-${count}`, scope);
        return { access_token: `tok-number-${count}` };
      },
      (bearer, response) => {
        const [path] = [response.req.url ?? ''];
        if (path !== '/admin' || issued.get(bearer)?.includes('admin')) return ok(bearer, response);
        response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="admin"' }).end('{}');
      },
    );
    const owner = { base_url: made.base, auth: { client_credentials: { ...made.client, scope: 'read' } } };
    const context = { env: source, clock: systemClock, modules: {}, name: 'a/b', resource: made.base };
    const tokens = tokensFor(owner, context);
    const challenge = { status: 403, error: 'insufficient_scope', scopes: ['admin'], metadata: '' };
    return { ...made, tokens, challenge };
  }
  const log = (): void => {};

  test('and that is not granted fails that call alone', async () => {
    const { tokens, challenge, forms } = await scoped(false);
    const first = await tokens.current(log);
    const [failed, same] = await Promise.all([tokens.another(first as never, challenge, log), tokens.current(log)]);
    expect(failed).toMatchObject({ code: 'auth_failed', error: expect.stringContaining('the scope "admin"') });
    expect(same).toBe(first);
    expect(await tokens.current(log)).toBe(first);
    expect(forms.map((form) => form.get('scope'))).toEqual(['read', 'read admin']);
  });

  test('and that is granted is asked for from then on', async () => {
    const { tokens, challenge, forms } = await scoped(true);
    const first = await tokens.current(log);
    const wider = await tokens.another(first as never, challenge, log);
    expect(await tokens.current(log)).toBe(wider);
    const unauthorized = { ...challenge, status: 401, error: '', scopes: [] };
    await tokens.another(wider as never, unauthorized, log);
    expect(forms.map((form) => form.get('scope'))).toEqual(['read', 'read admin', 'read admin']);
  });
});

test('where tokens are is asked of the service once: a token that ends is renewed before the next request', async () => {
  let now = 0;
  const clock = { now: () => now, sleep: async () => {} };
  const { forms, base } = await service(
    (_form, count) => ({ access_token: `tok-number-${count}`, expires_in: 100 }),
    ok,
  );
  const discoverTokens = async () => ({ token_url: `${base}/token`, credentials: 'body', issuer: base }) as never;
  const owner = { auth: { client_credentials: { client_id: 'me', client_secret: 'very secret' } } };
  const tokens = tokensFor(owner, { env: {}, clock, modules: { discoverTokens }, name: 'a/b', resource: base });
  const challenge = { status: 401, error: '', scopes: ['read'], metadata: `${base}/about` };
  expect(await tokens.current(() => {})).toBeUndefined();
  await tokens.another(undefined, challenge, () => {});
  now = 91_000;
  expect(await tokens.current(() => {})).toHaveProperty('text', 'tok-number-2');
  expect(forms.map((form) => form.get('scope'))).toEqual(['read', 'read']);
});
