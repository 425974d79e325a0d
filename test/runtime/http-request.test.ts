/** Requests that `http` tools build from arguments and the environment. */
import { assert, asyncProperty, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callTool, variable } from './support/call-tool.ts';
import type { HttpBehavior } from '../../runtime/descriptor/descriptor.ts';
import { get, recorder } from './support/loopback.ts';

describe('requests', () => {
  test.each<[string, Partial<HttpBehavior>, object, string]>([
    [
      'a path value is percent-encoded',
      { path: '/items/{key}' },
      { key: "a/b?c#d%e f'ü" },
      '/api/items/a%2Fb%3Fc%23d%25e%20f%27%C3%BC',
    ],
    ['half a character is replaced', { path: '/items/{key}' }, { key: 'a\uD800(' }, '/api/items/a%EF%BF%BD%28'],
    [
      'ordinary dots pass',
      { path: '/items/{key}' },
      { key: 'v1.2/...\\a..b/.c/d.%2e.' },
      '/api/items/v1.2%2F...%5Ca..b%2F.c%2Fd.%252e.',
    ],
    ['a list in a path joins', { path: '/items/{tags}' }, { tags: ['a,b', 'c'] }, '/api/items/a%2Cb,c'],
    ['a query value is encoded', { query: { q: '{q}' } }, { q: 'a&b=c +1' }, '/api/things?q=a%26b%3Dc%20%2B1'],
    ['an absent parameter is left out', { query: { q: '{q}', n: '{n}' } }, { n: 5 }, '/api/things?n=5'],
    ['a list repeats', { query: { tag: '{tags}' } }, { tags: ['x', 'y'] }, '/api/things?tag=x&tag=y'],
    ['mixed text interpolates', { query: { sort: 'by-{q}', all: 'n:{n}' } }, { q: 'date' }, '/api/things?sort=by-date'],
    ['an empty text is sent', { query: { q: '{q}' } }, { q: '' }, '/api/things?q='],
    ['fixed parameters', { query: { format: 'json' } }, {}, '/api/things?format=json'],
  ])('%s', async (_name, behavior, args, url) => {
    const { base, seen } = await recorder();
    expect(await callTool(get(`${base}/api/`, behavior), args)).toMatchObject({ success: true, data: { ok: true } });
    expect(seen[0]?.url).toBe(url);
  });

  const climbing = [
    '.',
    '..',
    '../x',
    'a/../b',
    'a/..',
    './a',
    'a\\..\\b',
    '..\\',
    '%2e%2e',
    '%2E./a',
    'a%2f..%2Fb',
    '..%5Cb',
  ];
  const tricks = [
    '%252e%252e',
    '%25252E%2525252e',
    '.%2525252525252e',
    '..;/a',
    'a/..;v=1',
    ' ../a',
    '..\u0000/a',
    'a/.. /b',
  ];

  test.each([...climbing, ...tricks])(
    'the path value %j is rejected, also in a list and next to other text',
    async (key) => {
      const { base, seen } = await recorder();
      for (const [path, args] of [
        ['/items/{key}/x', { key }],
        ['/items/x{key}', { key }],
        ['/items/{tags}', { tags: ['a', key] }],
      ] as const) {
        expect(await callTool(get(base, { path }), args)).toMatchObject({
          code: 'invalid_arguments',
          error: expect.stringMatching(/^"(?:key|tags)" must not contain a "\." or "\.\." step/),
        });
      }
      expect(seen).toEqual([]);
    },
  );

  test('values that are harmless alone but form a "." or ".." step together are rejected', async () => {
    const { base, seen } = await recorder();
    expect(await callTool(get(base, { path: '/items/{key}.' }), { key: 'a/.' })).toMatchObject({ success: false });
    expect(await callTool(get(base, { path: '/items/.{key}/x' }), { key: '' })).toMatchObject({ success: false });
    expect(await callTool(get(base, { path: '/{key}{q}' }), { key: 'a%2', q: 'f..' })).toMatchObject({
      success: false,
    });
    expect(seen).toEqual([]);
  });

  test('an empty path value is rejected by its name', async () => {
    expect(await callTool(get('http://127.0.0.1:9', { path: '/{key}/x' }), { key: '' })).toMatchObject({
      code: 'invalid_arguments',
      error: expect.stringContaining('"key"'),
    });
  });

  test('an absent path value is rejected', async () => {
    expect(await callTool(get('http://127.0.0.1:9', { path: '/{key}' }))).toMatchObject({ code: 'invalid_arguments' });
  });

  test('a JSON body', async () => {
    const { base, seen } = await recorder();
    const json = { title: '{q}', n: '{n}', none: '{key}', tags: { each: '{tags}', as: { tag: '{item}' } } };
    await callTool(get(base, { method: 'POST', json }), { q: 'a "b"', n: 2, tags: ['x'] });
    expect(seen[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ title: 'a "b"', n: 2, tags: [{ tag: 'x' }] });
  });

  test('a text body', async () => {
    const { base, seen } = await recorder();
    await callTool(get(base, { method: 'POST', text: '{tags}', separator: ' ' }), { tags: ['A', 'B'] });
    expect(seen[0]?.body).toBe('A B');
    expect(seen[0]?.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  test("headers of the connection and the tool, the tool's first", async () => {
    const { base, seen } = await recorder();
    const connection = { base_url: base, headers: { 'X-Version': '3', 'X-Kind': 'a', 'X-Optional': '{env.NONE|}' } };
    await callTool(get(base, { headers: { 'X-Kind': '{q}', 'X-None': '{key}' } }, { connection }), { q: 'é' });
    expect(seen[0]?.headers).toMatchObject({ 'x-version': '3', 'x-kind': 'é' });
    expect(seen[0]?.headers).not.toHaveProperty('x-none');
    expect(seen[0]?.headers).not.toHaveProperty('x-optional');
  });

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', '→'])('a header value %j is rejected', async (q) => {
    const { base, seen } = await recorder();
    const outcome = await callTool(get(base, { headers: { 'X-Kind': '{q}' } }), { q });
    expect(outcome).toMatchObject({ code: 'invalid_arguments', error: expect.stringContaining('"q"') });
    expect(seen).toEqual([]);
  });
});

describe('environment', () => {
  test('fills the address and headers', async () => {
    const { base, seen } = await recorder();
    const setting = get(
      'http://127.0.0.1:{env.PORT|1}/v1',
      { headers: { Authorization: 'Bearer {env.KEY}' } },
      {
        declared: { PORT: variable(), KEY: variable({ secret: true }) },
        source: { PORT: new URL(base).port, KEY: 'secret-key' },
      },
    );
    expect(await callTool(setting)).toMatchObject({ success: true });
    expect(seen[0]).toMatchObject({ url: '/v1/things', headers: { authorization: 'Bearer secret-key' } });
  });

  test.each<[string, Partial<HttpBehavior>, object]>([
    ['of the query', { query: { key: '{env.KEY|}', q: '{q}' } }, { url: '/things?q=a' }],
    ['of a body', { method: 'POST', json: { key: '{env.KEY|}', q: '{q}' } }, { body: '{"q":"a"}' }],
    ['of a form', { method: 'POST', form: { key: '{env.KEY|}', q: '{q}' } }, { body: 'q=a' }],
    [
      'of the headers, with the scheme before it',
      { headers: { Authorization: 'Bearer {env.KEY|}', 'X-Key': '{env.KEY|}', 'X-App': 'shop/{env.KEY|}' } },
      { headers: { 'x-app': 'shop/' } },
    ],
    [
      'of the cookies, but not the others',
      { headers: { Cookie: 'a={q}; key={env.KEY|}; gone={n}; b=c; d=' } },
      { headers: { cookie: 'a=a; b=c; d=' } },
    ],
  ])('a variable with an empty fallback that is not set leaves out its place: %s', async (_name, behavior, found) => {
    const { base, seen } = await recorder();
    const setting = get(base, behavior, { declared: { KEY: variable({ optional: true }) }, source: {} });
    expect(await callTool(setting, { q: 'a' })).toMatchObject({ success: true });
    expect(seen[0]).toMatchObject(found);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
    expect(seen[0]?.headers).not.toHaveProperty('x-key');
  });

  test('a value of a cookie is never a second cookie, and whatever a header cannot have is named', async () => {
    const { base, seen } = await recorder();
    const cookies = { headers: { Cookie: 'sid={env.KEY}; lang={q}' } };
    const declared = { KEY: variable({ secret: true }) };
    const call = (q: string, key: string, behavior: Partial<HttpBehavior> = cookies) =>
      callTool(get(base, behavior, { declared, source: { KEY: key } }), { q });
    await assert(
      asyncProperty(string({ maxLength: 8 }), string({ maxLength: 4 }), async (before, after) => {
        expect(await call(`${before};${after}`, 'own')).toMatchObject({
          code: 'invalid_arguments',
          error: '"q" has characters that cannot be in the header Cookie.',
        });
      }),
      { numRuns: 50 },
    );
    expect(await call('de', 'own; more')).toMatchObject({
      code: 'bad_configuration',
      error: '"env.KEY" has characters that cannot be in the header Cookie.',
    });
    expect(await call('a', 'b\u2028', { headers: { 'X-Key': 'key {env.KEY}' } })).toMatchObject({
      code: 'bad_configuration',
      error: '"env.KEY" has characters that cannot be in the header X-Key.',
    });
    expect(seen).toEqual([]);
    // A variable that is all of a header may hold several.
    expect(await call('de', 'a=1; b=2', { headers: { Cookie: '{env.KEY}; lang={q}' } })).toMatchObject({
      success: true,
    });
    expect(seen[0]?.headers).toMatchObject({ cookie: 'a=1; b=2; lang=de' });
  });

  test.each([
    [
      'its own words',
      variable({ on_missing: { error: 'No key.', retry_hint: 'Make one.', code: 'no_key' } }),
      'no_key',
      'No key.',
    ],
    [
      'generated words',
      variable({ description: 'Key for writing.' }),
      'env_missing',
      'KEY is not set (Key for writing.)',
    ],
  ])('a variable that is not set: %s', async (_name, KEY, code, error) => {
    const { base, seen } = await recorder();
    const outcome = await callTool(
      get(base, { query: { key: '{env.KEY}' } }, { declared: { KEY }, source: { KEY: '' } }),
    );
    expect(outcome).toMatchObject({ success: false, code, error: expect.stringContaining(error) });
    expect(seen).toEqual([]);
  });

  test('an address that is none', async () => {
    for (const base of ['not a url', 'file:///etc/passwd', '127.0.0.1:80']) {
      expect(await callTool(get(base))).toMatchObject({ code: 'bad_configuration' });
    }
  });
});
