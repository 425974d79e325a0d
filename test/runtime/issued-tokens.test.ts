/** What a token endpoint issues: for how long it is used, and what of it is sent to no service. */
import { expect, test } from 'vitest';
import { tokensFor } from '../../runtime/credentials/tokens.ts';
import type { ConnectionAuth } from '../../runtime/descriptor/http-descriptor.ts';
import { clientProofs, exchanges } from '../../runtime/modules.ts';
import { http } from './support/loopback.ts';

/** A token endpoint, and the tokens of a connection that uses it. */
async function endpoint(respond: (form: URLSearchParams, issued: number) => unknown, status = 200) {
  const forms: URLSearchParams[] = [];
  const base = await http((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      forms.push(form);
      const value = respond(form, forms.length);
      response.writeHead(status, { location: '/other' }).end(typeof value === 'string' ? value : JSON.stringify(value));
    });
  });
  let now = 0;
  const clock = { now: () => now, sleep: async () => {} };
  const open = (auth: ConnectionAuth, callerToken?: string) =>
    tokensFor(
      { auth },
      {
        env: { TOKEN: 'of-workload' },
        clock,
        modules: { ...exchanges, ...clientProofs },
        name: 'notes/one',
        resource: base,
        callerToken,
      },
    );
  const own = { token_url: `${base}/token`, client_id: 'front' };
  return {
    forms,
    at: (seconds: number) => (now = seconds * 1000),
    sources: {
      exchange: open({ exchange: own }, 'of-caller'),
      workload: open({ workload: { token_url: own.token_url, token: '{env.TOKEN}' } }),
      client: open({ client_credentials: { ...own, client_secret: 'secret' } }),
    },
  };
}

test.each([
  [0, [0, 0, 1]],
  [-5, [0, 0, 1]],
  ['0', [0, 0, 1]],
  [100, [0, 91]],
  ['100', [0, 91]],
  [null, [0, 271]],
  [' ', [0, 271]],
  [true, [0, 271]],
])('whose `expires_in` is %j is requested at these seconds: %j', async (expires_in, times) => {
  const { forms, at, sources } = await endpoint((_form, count) => ({ access_token: `tok-${count}`, expires_in }));
  for (const seconds of times) {
    at(seconds);
    expect(await sources.exchange.current(() => {})).toHaveProperty('text', `tok-${forms.length}`);
  }
  expect(forms).toHaveLength(times.length);
});

/** What is the same for all of them. */
const failed = (status: number, why: RegExp): object => ({
  code: 'auth_failed',
  error: expect.stringMatching(
    new RegExp(`^The token endpoint returned no token that can be used \\(HTTP ${status}\\): it.*${why.source}`),
  ),
  retry_hint: expect.stringMatching(/^Ask the operator of the authorization server .* Do not retry before that\.$/),
});

test.each(['exchange', 'workload'] as const)(
  'in answer to %s never is the token that was sent, nor a text with it',
  async (name) => {
    for (const around of ['', 'x.']) {
      const { sources } = await endpoint((form) => ({
        access_token: around + (form.get('subject_token') ?? form.get('assertion')),
      }));
      const result = await sources[name].current(() => {});
      expect(result).toMatchObject(failed(200, /is the token that it was requested with/));
      expect(JSON.stringify(result)).not.toMatch(/of-caller|of-workload/);
    }
  },
);

test.each<[string, unknown, RegExp, number?]>([
  ['a token that needs a proof', { access_token: 'tok', token_type: 'DPoP' }, /`token_type` is not Bearer/],
  ['a token of no kind', { access_token: 'tok', token_type: 'N_A' }, /`token_type` is not Bearer/],
  ['a line break', { access_token: 'tok\r\nX: 1' }, /characters that cannot be in a token/],
  ['an empty text', { access_token: '' }, /has no `access_token`/],
  ['no member', {}, /has no `access_token`/],
  ['a list', ['tok'], /is no JSON object/],
  ['a page', '<html>tok</html>', /is no JSON object/],
  ['a redirect', { access_token: 'tok' }, /is a redirect/, 302],
])('that cannot be used are a failure that says so: %s', async (_what, body, why, status = 200) => {
  const { sources } = await endpoint(() => body, status);
  for (const source of Object.values(sources)) {
    const result = await source.current(() => {});
    expect(result).toMatchObject(failed(status, why));
    expect(JSON.stringify(result)).not.toMatch(/tok\b/);
  }
});

test('with a code of OAuth are what the code says, whatever the status is', async () => {
  const { sources } = await endpoint(() => ({ error: 'invalid_client' }));
  for (const source of Object.values(sources))
    expect(await source.current(() => {})).toHaveProperty(
      'error',
      expect.stringMatching(/\(HTTP 200, invalid_client\)\.$/),
    );
});
