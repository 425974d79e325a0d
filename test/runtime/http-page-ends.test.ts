/** Whatever ends a later page of a list: the call gives the items before it, a cursor and a sentence, or the failure. */
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PagingPolicy } from '../../runtime/descriptor/http-descriptor.ts';
import type { ResultTable } from '../../runtime/descriptor/result-descriptor.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { callTool } from './support/call-tool.ts';
import type { Setting } from './support/call-tool.ts';
import { get, inTurn } from './support/loopback.ts';
import { callOnce } from './support/paged-service.ts';

/** Time passes when the later page is requested, and never else. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), milliseconds);
    return limit.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('whatever ends a later page', () => {
  const first = '{"items":[1,2],"next":"b"}';
  const say =
    (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      response.writeHead(status, headers).end(body);
  const silent: RequestListener = () => void vi.advanceTimersByTime(200);
  const cut: RequestListener = (_request, response) => {
    response.writeHead(200, { 'Content-Length': '500' }).write('{"items":[3');
    setImmediate(() => response.destroy());
  };
  const stuck: RequestListener = (_request, response) =>
    void response.writeHead(200).write('{"items":[3', () => vi.advanceTimersByTime(200));
  const ends: readonly (readonly [what: string, end: RequestListener, note: RegExp, more?: Partial<Setting>])[] = [
    ['a redirect to another origin', say(302, '', { Location: 'https://other.example/' }), /HTTP 302/],
    ['429', say(429, '', { 'Retry-After': '3600' }), /HTTP 429/],
    ['503 with a longer pause than the call has', say(503, '', { 'Retry-After': '3600' }), /HTTP 503/],
    ['a connection that breaks', (request) => void request.socket.destroy(), /closed|no readable response/],
    ['a response that breaks off', cut, /closed|no readable response/],
    ['what is no JSON', say(200, '{"items":[3'), /not in the expected format/],
    ['a list that is none', say(200, '{"items":"none"}'), /not in the expected format/],
    ['a charset nobody knows', say(200, '{}', { 'Content-Type': 'application/json; charset=x-none' }), /charset/],
    [
      'the timeout of the request',
      silent,
      /request to the service timed out after 0\.2 s/,
      { connection: { timeout_ms: 200 } },
    ],
    ['the timeout of the call', silent, /tool timed out after 0\.2 s/, { timeout_ms: 200 }],
    ['the timeout of the call, in a response', stuck, /tool timed out after 0\.2 s/, { timeout_ms: 200 }],
    [
      'the timeout of the call, in words of its author',
      silent,
      /The shop is slow\. Call/,
      { timeout_ms: 200, on_timeout: { error: 'The shop is slow.', retry_hint: 'Stop.' } },
    ],
  ];
  const paging: PagingPolicy = { by: 'cursor', pointer: '/next', query: 'after', items: '/items', resume: '{q}' };
  const open: Schema = { type: 'object', properties: { items: { type: 'array', items: { type: 'integer' } } } };
  const closed = (...names: string[]): Schema => ({
    ...open,
    properties: {
      ...open.properties,
      ...Object.fromEntries(names.map((name) => [name, { type: name === 'more' ? 'boolean' : 'string' }])),
    },
    additionalProperties: false,
  });
  const results: readonly (readonly [what: string, shown: readonly string[], returns: Schema, table?: ResultTable])[] =
    [
      ['no table', ['more', 'next', 'note'], open],
      ['a closed result with places for all', ['more', 'next', 'note'], closed('more', 'next', 'note')],
      ['a closed result with one for more', ['more'], closed('more')],
      ['a table with a note', ['note'], closed('note'), { items: '/items', note: '/note' }],
      ['no place', [], closed('next')],
      ['a table without a place', [], open, { items: '/items' }],
    ];
  const cases = ends.flatMap(([what, ...end]) => results.map(([shape, ...result]) => ({ what, shape, end, result })));

  test.each(cases)('$what, $shape', async ({ end: [listener, note, more], result: [shown, returns, result] }) => {
    const { base, seen } = await inTurn(say(200, first), listener);
    const setting = get(base, { paging, ...(result && { result }) }, { timeout_ms: 20_000, ...more, returns });
    const outcome = await callTool(setting);
    expect(seen.slice(0, 2)).toEqual(['GET /things', 'GET /things?after=b']);
    if (shown.length === 0) {
      expect(outcome).toMatchObject({ success: false, code: expect.not.stringMatching('bad_result') });
      return;
    }
    expect(outcome).toMatchObject({ success: true, data: { items: [1, 2] } });
    const { items: _items, ...others } = outcome.data ?? {};
    expect(Object.keys(others).toSorted()).toEqual(shown.toSorted());
    if ('more' in others) expect(others['more']).toBe(true);
    if ('next' in others) expect(others['next']).toBeTypeOf('string');
    if ('note' in others) expect(others['note']).toMatch(note);
  });
});

describe('a value that is true when there are more', () => {
  const ends = [undefined, null, false, 0, '', [], {}, 'false', 'False', '0', 'no', ' NO '].map(
    (end) => [end] as const,
  );
  test.each(ends)('%j: the last page is read once', async (last) => {
    for (const by of ['page', 'offset'] as const) {
      const page = by === 'page' ? '2' : '1';
      const json = await callOnce(
        { by, query: 'at', items: '/list', pointer: '/more' },
        ({ searchParams }) =>
          searchParams.get('at') === page
            ? { json: { list: ['last'], ...(last !== undefined && { more: last }) } }
            : { json: { list: ['first'], more: 'true' } },
        {},
      );
      expect(json).toMatchObject({ items: ['first', 'last'], more: false });
    }
  });
});
