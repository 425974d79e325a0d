/** A compiled server that acts for its callers: their tokens are exchanged (RFC 8693), and headers of theirs are sent on; nothing else of them is. */
import { assert, asyncProperty, record, stringMatching, uniqueArray } from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../runtime/support/server-process.ts';
import {
  EXCHANGE,
  HANDLERS,
  MCP_PROFILE,
  SPEC,
  type Front,
  compiledFront,
  exchangesIn,
  outputIn,
  requestsOf,
  startFront,
} from '../support/acting-front.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth, IS_WHOLE, runs } from '../support/runs.ts';

const ends: (() => void)[] = [];
let folder = '';
beforeAll(() => (folder = compiledFront((end) => void ends.push(end))));
afterAll(() => ends.forEach((end) => end()));

const front = (): Promise<Front> => startFront(folder);

describe('the token of a caller', () => {
  test('is exchanged once for all its calls, at a connection and at an upstream', async () => {
    const own = await front();
    const [ada, bob] = [await own.token('ada'), await own.token('bob')];
    expect(await Promise.all([own.call('read_notes', ada), own.call('read_notes', ada)])).toEqual(
      [1, 2].map(() => ({ success: true, data: { token: '[redacted]' } })),
    );
    expect(await own.call('read_notes', bob)).toMatchObject({ success: true });
    const shown = await requestsOf(own);
    expect(exchangesIn(shown)).toEqual(
      [ada, bob].map((token) => ({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        audience: 'notes',
      })),
    );
    expect(shown.find(({ path }) => path === '/token')?.headers['authorization']).toBe(
      `Basic ${btoa('front:secret-of-front')}`,
    );
    const sent = shown.flatMap(({ path, headers }) => (path === '/notes' ? [headers['authorization']] : []));
    expect(sent).toEqual(['Bearer access-token-1', 'Bearer access-token-1', 'Bearer access-token-2']);
  });

  test.skipIf(!IS_WHOLE)(
    'opens a session of its own at an upstream, and the session of no other caller (HAFT_RUNS=1)',
    async () => {
      const own = await front();
      const [ada, bob] = [await own.token('ada'), await own.token('bob')];
      const sessions = new Map<string, unknown>();
      for (const token of [ada, bob, ada, bob]) {
        const { data } = await own.call('show_access', token);
        expect(data).toMatchObject({ authorization: 'Bearer [redacted]', audience: 'notes' });
        expect(sessions.get(token) ?? data?.['session']).toBe(data?.['session']);
        sessions.set(token, data?.['session']);
      }
      expect(new Set(sessions.values()).size).toBe(2);
      expect(exchangesIn(await requestsOf(own)).map(({ subject_token }) => subject_token)).toEqual([ada, bob]);
    },
  );

  test.skipIf(!IS_WHOLE)(
    'with other scopes is another one, and a rejected result is exchanged once more (HAFT_RUNS=1)',
    async () => {
      const own = await front();
      const [small, wide] = [await own.token('ada'), await own.token('ada', { scope: 'notes:write' })];
      for (const token of [small, wide]) expect(await own.call('read_notes', token)).toMatchObject({ success: true });
      expect(exchangesIn(await requestsOf(own, 'expire'))).toHaveLength(2);
      expect(await own.call('read_notes', small)).toMatchObject({ success: true });
      const [, ...again] = await requestsOf(own);
      expect(exchangesIn(again).map(({ subject_token }) => subject_token)).toEqual([small]);
    },
  );

  test('that is not exchanged is a failure in words, and the service is asked nothing', async () => {
    const own = await front();
    const ada = await own.token('ada');
    const failures = [
      ['invalid_grant', /HTTP 400, invalid_grant/, /log in to this server again/],
      ['invalid_target', /HTTP 400, invalid_target/, /`audience`, `resource` and `scope`/],
      ['invalid_client', /HTTP 401, invalid_client/, /check BEHIND, SECRET/],
      ['token', /HTTP 503, temporarily_unavailable/, /Retry once/],
    ] as const;
    for (const [how, error, hint] of everyNth(2, failures)) {
      await own.behind.command(`break ${how}`);
      const failed = {
        code: 'auth_failed',
        error: expect.stringMatching(error),
        retry_hint: expect.stringMatching(hint),
      };
      expect(await own.call('read_notes', ada)).toMatchObject(failed);
      // Another user: what did not start is not started again at once.
      expect(await own.call('show_access', await own.token(how))).toMatchObject(failed);
      expect((await requestsOf(own)).filter(({ path }) => path !== '/token')).toEqual([]);
    }
    expect(await own.call('read_notes', ada)).toMatchObject({ success: true });
  });

  test('is missing over stdio and with a token of the server itself, which is sent nowhere', async () => {
    const own = await front();
    const unknown = { success: false, code: 'user_unknown', retry_hint: expect.stringContaining('over HTTP') };
    for (const tool of ['read_notes', 'show_access'])
      expect(await own.call(tool, 'a-token-of-the-server-itself')).toMatchObject(unknown);
    const env = { ISSUER: 'http://127.0.0.1:9', BEHIND: own.behind.issuer, SECRET: 'secret-of-front' };
    const stdio = startServer(outputIn(folder), ['--stdio'], env);
    stdio.ask('tools/call', { name: 'read_notes', arguments: {} });
    expect((await stdio.next()).result.structuredContent).toMatchObject(unknown);
    stdio.ask('tools/call', { name: 'read_locked_notes', arguments: {} });
    expect((await stdio.next()).result.structuredContent).toMatchObject({
      code: 'header_missing',
      error: expect.stringContaining('no header "X-Notes-Key" of its caller'),
    });
    expect(await requestsOf(own)).toEqual([]);
  });
});

describe('a header of a caller', () => {
  const KEY = 'key-of-ada-for-notes';

  test('is sent on where a connection names it, and is in no result', async () => {
    const own = await front();
    const ada = await own.token('ada');
    const headers = { 'x-notes-KEY': KEY, 'X-Other': 'other' };
    expect(await own.call('read_locked_notes', ada, headers)).toEqual({
      success: true,
      data: { token: '[redacted]', key: '[redacted]' },
    });
    expect(await own.call('ask_notes', ada, headers)).toMatchObject({
      success: true,
      data: { text: '{"token":"[redacted]","key":"[redacted]"}' },
    });
    const services = (await requestsOf(own)).filter(({ path }) => path === '/notes');
    expect(services.map(({ headers: sent }) => [sent['x-notes-key'], sent['x-other']])).toEqual([
      [KEY, undefined],
      [KEY, undefined],
    ]);
  });

  test('that is missing, empty or the token itself begins nothing', async () => {
    const own = await front();
    const ada = await own.token('ada');
    const wrong = [
      [{}, 'header_missing', /no header "X-Notes-Key"/],
      [{ 'X-Notes-Key': '' }, 'header_missing', /no header "X-Notes-Key"/],
      [{ 'X-Notes-Key': `Bearer ${ada}` }, 'header_rejected', /sent to no service/],
    ] as const;
    for (const [headers, code, error] of wrong)
      for (const tool of ['read_locked_notes', 'ask_notes'])
        expect(await own.call(tool, ada, headers)).toMatchObject({ code, error: expect.stringMatching(error) });
    expect((await requestsOf(own)).filter(({ path }) => path === '/notes')).toEqual([]);
  });
});

test.skipIf(ON_WINDOWS)(
  'whatever a caller sends, its token reaches the token endpoint and nothing else: no service, result or log',
  async () => {
    const own = await front();
    const name = stringMatching(/^X-(?:[A-Z][a-z]{1,9}-){0,2}[A-Z][a-z]{1,9}$/);
    const callers = record({ sub: stringMatching(/^[a-z]{1,9}$/), names: uniqueArray(name, { maxLength: 6 }) });
    const tokens: string[] = [];
    const results: unknown[] = [];
    await assert(
      asyncProperty(callers, async ({ sub, names }) => {
        const token = await own.token(sub);
        tokens.push(token);
        const copies = Object.fromEntries(names.map((one, at) => [one, at % 2 === 0 ? token : `Bearer ${token}`]));
        for (const tool of ['read_notes', 'read_locked_notes', 'show_access', 'ask_notes'])
          results.push(
            await own.call(tool, token, { ...copies, Cookie: `session=${token}`, 'X-Notes-Key': `key-${sub}` }),
          );
      }),
      { numRuns: runs(20) },
    );
    const shown = await requestsOf(own);
    const [exchanges, services] = [exchangesIn(shown), shown.filter(({ path }) => path !== '/token')];
    expect(new Set(exchanges.map(({ subject_token }) => subject_token))).toEqual(new Set(tokens));
    expect(services.length).toBeGreaterThan(tokens.length);
    own.child.kill('SIGTERM');
    const { stderr } = await own.end();
    expect(stderr).toContain('heard ');
    const everywhere = JSON.stringify([services, results]) + stderr;
    // Neither as it is nor by its signature.
    for (const token of tokens)
      for (const part of [token, token.split('.')[2] ?? '']) expect(everywhere.includes(part), part).toBe(false);
    expect(JSON.stringify(results) + stderr).not.toMatch(/access-token-\d/);
  },
);

test('a server without it carries nothing of it', () => {
  const own =
    'client_credentials: { token_url: "{env.BEHIND}/token", client_id: front, client_secret: "{env.SECRET}" }';
  const text = SPEC.replaceAll(EXCHANGE, own).replace('{caller.header.X-Notes-Key}', '{user.subject}');
  const plain = temporaryFolder({ 'haft.yaml': MCP_PROFILE, 'specs/front.yaml': text, 'specs/front.ts': HANDLERS });
  const { code, stdout, stderr } = haft(plain, 'compile', '--no-types');
  expect(code, stdout + stderr).toBe(0);
  const server = readFileSync(join(plain, 'generated/servers/front/server.mjs'), 'utf8');
  expect(['user_unknown', 'token-exchange', 'header_missing'].map((one) => server.includes(one))).toEqual([
    true,
    false,
    false,
  ]);
});
