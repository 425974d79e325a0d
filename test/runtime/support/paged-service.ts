/** Services with pages, in every way in which a page is asked for, and calls over them. */
import { expect } from 'vitest';
import { compilePaging } from '../../../runtime/behaviors/http/paging.ts';
import type { MultiRequestContext, StepReply } from '../../../runtime/behaviors/http/parts.ts';
import { failure, isFailure } from '../../../runtime/server/failure.ts';
import type { ToolFailure } from '../../../runtime/server/failure.ts';
import type { PagingPolicy } from '../../../runtime/descriptor/http-descriptor.ts';
import type { Json, JsonObject } from '../../../runtime/language/json.ts';
import type { ResultTable } from '../../../runtime/descriptor/result-descriptor.ts';

export type Service = (url: URL) => { readonly json: Json; readonly link?: string } | 'fails';

/** One call over a service that is a function. */
export async function callOnce(
  policy: PagingPolicy,
  service: Service,
  scope: JsonObject,
  table?: ResultTable,
): Promise<JsonObject> {
  const ask: MultiRequestContext['ask'] = async ({ url, body }): Promise<StepReply | ToolFailure> => {
    const served = service(policy.json === undefined ? url : askedInBody(policy, url, body));
    if (served === 'fails') return failure('http_error', 'The service had an internal error (HTTP 500).', 'Wait.');
    const { json, link } = served;
    const bytes = new TextEncoder().encode(JSON.stringify(json));
    const received = { status: 200, headers: new Headers(link === undefined ? {} : { link }), bytes };
    return { answer: { text: '', json, args: {}, header: () => undefined }, received };
  };
  const call = { progress: () => {}, log: () => {}, atDeadline: () => {}, signal: new AbortController().signal };
  const request = { url: new URL('https://forge.example/items?q=a%20b'), method: 'GET', headers: new Headers() };
  const body = policy.json === undefined ? undefined : BODY;
  const exchange = { request: { ...request, body }, scope, ask, failed: () => undefined, call };
  const reply = await compilePaging(
    policy,
    table,
  )({ ...exchange, pause: async () => true } as unknown as MultiRequestContext);
  return isFailure(reply) ? { code: reply.code } : (reply.answer.json as JsonObject);
}

const BODY = '{"filter":{"a":[1]},"page":{"size":3}}';

/** The request in which the query has what the body says: all else of the body is as it was. */
function askedInBody({ by }: PagingPolicy, url: URL, body: unknown): URL {
  const { page, ...rest } = JSON.parse(String(body)) as { readonly page: { readonly at?: string | number } };
  const { at, ...size } = page;
  expect({ ...rest, page: size }).toEqual(JSON.parse(BODY));
  if (at === undefined) return url;
  expect(typeof at).toBe(by === 'cursor' ? 'string' : 'number');
  const asked = new URL(url);
  asked.searchParams.set({ cursor: 'after', offset: 'start' }[String(by)] ?? 'page', String(at));
  return asked;
}

export async function readAll(policy: PagingPolicy, service: Service, limit: number): Promise<Json[]> {
  const all: Json[] = [];
  let cursor: Json | undefined;
  for (let calls = 0; calls < 100; calls += 1) {
    const { items, more, next } = await callOnce(policy, service, { limit, ...(cursor !== undefined && { cursor }) });
    all.push(...(items as Json[]));
    if (more !== true) return all;
    expect(next).toBeTypeOf('string');
    cursor = next;
  }
  throw new Error('there was always more');
}

/** How a service with so many items gives its pages. */
const IN_BODY = ['cursor in the body', 'page in the body', 'offset in the body'] as const;
export const WAYS = ['link', 'next', 'cursor', 'page', 'offset', ...IN_BODY] as const;

type Services = Readonly<Record<(typeof WAYS)[number], readonly [PagingPolicy, Service]>>;

/** The same services, asked in the body. */
export function services(total: number, size: number): Services {
  const all = servicesByQuery(total, size);
  const inBody = IN_BODY.map((way) => {
    const [{ query: _query, ...policy }, service] = all[way.split(' ')[0] as 'cursor'];
    return [way, [{ ...policy, json: '/page/at' }, service]] as const;
  });
  return { ...all, ...Object.fromEntries(inBody) } as Services;
}

function servicesByQuery(
  total: number,
  size: number,
): Readonly<Record<PagingPolicy['by'], readonly [PagingPolicy, Service]>> {
  const items = Array.from({ length: total }, (_, index) => index);
  const own = { limit: '{limit}', resume: '{cursor}', max_pages: 3 };
  const pageOf = (url: URL): number => Number(url.searchParams.get('page') ?? 1);
  const cut = (page: number): number[] => items.slice((page - 1) * size, page * size);
  const nextOf = (url: URL): string | undefined => {
    const page = pageOf(url) + 1;
    return (page - 1) * size < total ? `/elsewhere?q=a%20b&page=${page}` : undefined;
  };
  const numbered = { query: 'page', items: '/list', ...own };
  return {
    link: [
      { by: 'link', query: 'page', items: '', ...own },
      (url) => ({
        json: cut(pageOf(url)),
        ...(nextOf(url) && { link: `</x>; rel=prev, <${nextOf(url)}>; rel="NEXT"` }),
      }),
    ],
    next: [
      { by: 'next', pointer: '/next', ...numbered },
      (url) => ({ json: { list: cut(pageOf(url)), next: nextOf(url) ?? null } }),
    ],
    page: [{ by: 'page', ...numbered }, (url) => ({ json: { list: cut(pageOf(url)) } })],
    offset: [
      { by: 'offset', query: 'start', items: '/list', ...own },
      (url) => ({ json: { list: items.slice(Number(url.searchParams.get('start'))).slice(0, size) } }),
    ],
    cursor: [
      { by: 'cursor', pointer: '/after', query: 'after', items: '/list', ...own },
      (url) => {
        const start = Number((url.searchParams.get('after') ?? 'ü &0').slice(3));
        const end = start + size;
        return { json: { list: items.slice(start, end), after: end < total ? `ü &${end}` : '' } };
      },
    ],
  };
}
