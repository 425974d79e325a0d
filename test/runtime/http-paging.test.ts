/** Pages: whatever the sizes, all items come once and in order; links are followed on their origin alone. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../runtime/behaviors/http/cursor.ts';
import { linkTo } from '../../runtime/behaviors/http/paging.ts';
import type { HttpBehavior } from '../../runtime/descriptor/descriptor.ts';
import type { PagingPolicy } from '../../runtime/descriptor/http-descriptor.ts';
import { type Json, type JsonObject, sameJson } from '../../runtime/language/json.ts';
import { parseExact } from '../../runtime/language/plain.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { costlyRuns, everyNth, runs } from '../support/runs.ts';
import { callTool } from './support/call-tool.ts';
import { get, http } from './support/loopback.ts';
import { type Service, WAYS, callOnce, readAll, services } from './support/paged-service.ts';

test.each(everyNth(2, WAYS))('by %s: all items, once, in order', async (by) => {
  const sizes = [
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 12 }),
  ] as const;
  await fc.assert(
    fc.asyncProperty(...sizes, async (total, size, limit) => {
      const [policy, service] = services(total, size)[by];
      expect(await readAll(policy, service, limit)).toEqual(Array.from({ length: total }, (_, index) => index));
    }),
    { numRuns: runs(60) },
  );
});

test.each<[what: string, page: Json, expected: JsonObject]>([
  ['without its list', { ok: false, error: 'expired' }, { items: [], response: { ok: false, error: 'expired' } }],
  ['with null for its list', { list: null, total: 0 }, { items: [], page: { list: null, total: 0 } }],
  ['that is an empty object', {}, { items: [], page: {} }],
  ['whose list is something else', { list: 'none' }, { code: 'bad_response' }],
])('a page %s', async (_what, page, expected) => {
  const policy: PagingPolicy = { by: 'cursor', pointer: '/next', query: 'after', items: '/list' };
  const json = await callOnce(policy, () => ({ json: page }), {});
  expect(json).toMatchObject(expected);
  expect(Object.hasOwn(json, 'response')).toBe('response' in expected);
  const service: Service = ({ searchParams }) => ({
    json: searchParams.has('after') ? page : { list: [1], next: 'b' },
  });
  const isPage = 'items' in expected;
  const second = { ...(isPage ? expected : { more: true }), items: [1], page: { list: [1], next: 'b' } };
  expect(await callOnce(policy, service, {})).toMatchObject(second);
});

test('a page without its list is a failure where the table of the result would hide it', async () => {
  const policy: PagingPolicy = { by: 'cursor', pointer: '/next', query: 'after', items: '/list' };
  const service: Service = () => ({ json: { ok: false } });
  expect(await callOnce(policy, service, {}, { rows: '/items' })).toEqual({ code: 'bad_response' });
  expect(await callOnce(policy, service, {}, { rows: '/items', response: '/response' })).toMatchObject({ items: [] });
  expect(await callOnce(policy, () => ({ json: { list: null } }), {}, { rows: '/items' })).toMatchObject({ items: [] });
});

test.each(['link', 'page', 'offset'] as const)(
  'by %s: a cursor is the number of a page and of its items',
  async (by) => {
    const [policy, service] = services(20, 5)[by];
    const next = async (limit: number): Promise<Json | undefined> =>
      (await callOnce(policy, service, { limit }))['next'];
    const [whole, part] = by === 'offset' ? ['5', '5+2'] : ['2', '2+2'];
    expect([await next(5), await next(7)]).toEqual([whole, part]);
    expect(await next(3)).toBe(by === 'link' ? '+3' : `${by === 'page' ? 1 : 0}+3`);
  },
);

test.each(everyNth(2, WAYS))(
  'by %s: whichever pages fail, and however often, no item is lost or repeated',
  async (by) => {
    const sizes = [
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.boolean(), { maxLength: 40 }),
    ] as const;
    await fc.assert(
      fc.asyncProperty(...sizes, async (total, size, limit, faults) => {
        const [policy, service] = services(total, size)[by];
        const left = [...faults];
        const flaky: Service = (url) => (left.shift() === true ? 'fails' : service(url));
        const all: Json[] = [];
        let cursor: Json | undefined;
        for (let more = true; more;) {
          const page = await callOnce(policy, flaky, { limit, ...(cursor !== undefined && { cursor }) });
          // The first page of a call failed: nothing is lost, and the call is made again.
          if ('code' in page) continue;
          all.push(...(page['items'] as Json[]));
          more = page['more'] === true;
          cursor = page['next'];
          if ('note' in page) expect([more, typeof cursor]).toEqual([true, 'string']);
          if (more) expect(cursor).toBeTypeOf('string');
        }
        expect(all).toEqual(Array.from({ length: total }, (_, index) => index));
      }),
      { numRuns: costlyRuns(10_000) },
    );
  },
);

describe('a later page that fails', () => {
  const policy: PagingPolicy = { by: 'cursor', pointer: '/next', query: 'after', items: '/list', resume: '{cursor}' };
  const pages =
    (second: Json | 'fails'): Service =>
    ({ searchParams }) => {
      if (!searchParams.has('after')) return { json: { list: [1], next: 'b' } };
      return second === 'fails' ? second : { json: second };
    };

  test('gives the items before it, the cursor of the page, and a sentence', async () => {
    expect(await callOnce(policy, pages('fails'), {})).toMatchObject({
      items: [1],
      more: true,
      next: expect.stringMatching(/./),
      note: 'The page after these items could not be read. The service had an internal error (HTTP 500). Call again with `next` to continue there.',
    });
    const { resume: _resume, ...once } = policy;
    expect(await callOnce(once, pages('fails'), {})).toMatchObject({
      note: expect.stringMatching(/The rest is missing\.$/),
    });
  });

  test('is a failure where the result would not show that there are more', async () => {
    expect(await callOnce(policy, pages('fails'), {}, { rows: '/items' })).toEqual({ code: 'http_error' });
    for (const name of ['more', 'note'])
      expect(await callOnce(policy, pages('fails'), {}, { rows: '/items', [name]: `/${name}` })).toMatchObject({
        items: [1],
        more: true,
      });
  });
});

/** JSON as it is after the way through a response. */
const json = fc.jsonValue().map((one): Json => JSON.parse(JSON.stringify(one)));
const digits = fc.nat().map(String);

test('a cursor is read as it was written, whatever JSON it holds', () => {
  fc.assert(
    fc.property(fc.oneof(json, digits), fc.nat(), fc.boolean(), (key, skip, isOfService) => {
      expect(readCursor(writeCursor({ key, skip }), isOfService)).toEqual({ key, skip });
    }),
    { numRuns: runs(2000) },
  );
});

test('the cursor of a text is the digits in it, or base64 of a list that starts with it', () => {
  expect([writeCursor({ key: '2', skip: 0 }), writeCursor({ key: '2', skip: 7 })]).toEqual(['2', '2+7']);
  fc.assert(
    fc.property(fc.string(), fc.nat(), (key, skip) => {
      fc.pre(!/^\d{1,15}$/.test(key));
      const bytes = Buffer.from(writeCursor({ key, skip }), 'base64url');
      expect(bytes.toString()).toBe(JSON.stringify([key, skip]));
    }),
    { numRuns: runs(500) },
  );
});

test('the page after a cursor in the body is asked with the same JSON in this call and in the next', async () => {
  const state: { next: Json; asked: string[] } = { next: null, asked: [] };
  const base = await http((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      state.asked.push(body);
      const isFirst = body === '{"q":"x"}';
      response.end(JSON.stringify({ list: [1, 2], next: isFirst ? state.next : null }));
    });
  });
  const call = async (limit: number, cursor: Json | undefined, next: Schema | undefined): Promise<unknown> => {
    const properties = { items: { type: 'array' }, more: { type: 'boolean' }, ...(next && { next }) } as const;
    const http: Partial<HttpBehavior> = {
      method: 'POST',
      json: { q: 'x' },
      paging: { by: 'cursor', pointer: '/next', json: '/v/after', items: '/list', limit: '{n}', resume: '{key}' },
    };
    const setting = get(base, http, { coerce: true, ...(next && { returns: { type: 'object', properties } }) });
    const { data, error } = await callTool(setting, { n: limit, ...(cursor !== undefined && { key: cursor }) });
    expect(error).toBeUndefined();
    return data?.['next'];
  };
  const sent = async (next: Json, limit: number, schema: Schema | undefined): Promise<void> => {
    Object.assign(state, { next, asked: [] });
    await call(limit + 2, undefined, schema);
    const within = state.asked[1];
    state.asked = [];
    const cursor = await call(limit, undefined, schema);
    if (schema && within !== undefined) expect(cursor).toBeTypeOf(schema.type === 'string' ? 'string' : 'number');
    state.asked = [];
    if (within !== undefined && cursor !== undefined) await call(limit, cursor as Json, schema);
    expect(state.asked[0]).toBe(within);
    if (within !== undefined) expect(JSON.parse(within)).toEqual({ q: 'x', v: { after: next } });
    expect(within === undefined).toBe(isNone(next));
  };
  const isExact = (one: Json): boolean => sameJson(parseExact(JSON.stringify(one)), one);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(json, digits).filter(isExact),
      fc.constantFrom(undefined, { type: 'string' } as const),
      (next, schema) => sent(next, 2, schema),
    ),
    {
      numRuns: runs(300),
      examples: [2, '2', [1700000000, 'a'], { k: { n: 1 } }, []].map((one): [Json, undefined] => [one, undefined]),
    },
  );
  const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.integer(), double.filter(isExact)), (next) => sent(next, 2, { type: 'number' })),
    { numRuns: runs(300) },
  );
});

/** What selects no page. */
function isNone(next: Json): boolean {
  return typeof next === 'boolean' || (typeof next !== 'number' && Object.keys(Object(next)).length === 0);
}

describe('links', () => {
  test.each(['string', 'abc123', 7])('%s is no address of a page', async (next) => {
    const asked: string[] = [];
    const service: Service = (url) => {
      asked.push(url.href);
      return { json: { list: [1], next } };
    };
    const json = await callOnce({ by: 'next', pointer: '/next', items: '/list' }, service, {});
    expect(json).toMatchObject({ items: [1], more: true });
    expect(asked).toHaveLength(1);
  });

  test.each(['https://evil.example/items?page=2', 'http://forge.example/items?page=2', 'https://forge.example:8443/x'])(
    '%s is not followed',
    async (next) => {
      const asked: string[] = [];
      const service: Service = (url) => {
        asked.push(url.href);
        return { json: { list: [1], next } };
      };
      const json = await callOnce({ by: 'next', pointer: '/next', items: '/list' }, service, {});
      expect(json).toMatchObject({ items: [1], more: true });
      expect(json).not.toHaveProperty('next');
      expect(asked).toHaveLength(1);
    },
  );

  test('a cursor of the model changes nothing but its own parameter', async () => {
    const asked: string[] = [];
    const cursor = btoa(JSON.stringify(['2&q=secret#x', 0]));
    await callOnce(
      { by: 'cursor', pointer: '/next', query: 'after', items: '', resume: '{cursor}' },
      (url) => {
        asked.push(url.href);
        return { json: [] };
      },
      { cursor },
    );
    expect(asked).toEqual(['https://forge.example/items?q=a%20b&after=2%26q%3Dsecret%23x']);
  });

  test.each(['["1",-1]', '["1",0.5]', '["1"]', '[null,"0"]', '["1",0'])(
    'the cursor of %s is rejected',
    async (text) => {
      const policy: PagingPolicy = { by: 'cursor', query: 'after', items: '', resume: '{cursor}' };
      const cursor = btoa(text);
      expect(await callOnce(policy, () => ({ json: [] }), { cursor })).toEqual({ code: 'invalid_arguments' });
    },
  );

  test.each(['cursor', 'link', 'page', 'offset'] as const)('by %s: a value of the service is a cursor', async (by) => {
    const policy: PagingPolicy = { by, query: 'from', items: '', resume: '{cursor}' };
    const sent = async (cursor: string): Promise<Json> => {
      const asked: string[] = [];
      const service: Service = (url) => {
        asked.push(url.searchParams.get('from') ?? '');
        return { json: [] };
      };
      const { code } = await callOnce(policy, service, { cursor });
      return asked[0] ?? code ?? null;
    };
    for (const text of ['3', '3+7', btoa('["3",0]')]) expect(await sent(text)).toBe('3');
    const start = { page: '1', offset: '0', cursor: '', link: '' }[by];
    for (const text of ['', '+7']) expect(await sent(text)).toBe(start);
    for (const text of ['abc', 'dXNlcjpVMDYx', btoa('{"id":1}')])
      expect(await sent(text)).toBe(by === 'cursor' ? text : 'invalid_arguments');
  });

  test.each<[string, string | undefined]>([
    ['</a>; rel=next', '/a'],
    ['<a,b;c>; title="x; rel=\\"next\\", <y>; rel=next"; rel="prev next"', 'a,b;c'],
    ['</first>; rel="first", </two>;rel = "next" , </three>; rel=next', '/two'],
    ['</a>; rel=prev; rel=next', undefined],
    ['</a>; rel=next; anchor="#x"', undefined],
    ['</a>; rel="nextpage"', undefined],
    ['', undefined],
    ['</a', undefined],
  ])('%s', (header, target) => {
    expect(linkTo('next', header)).toBe(target);
  });
});
