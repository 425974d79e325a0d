/** `paging:` of `http` tools: one call reads the pages of a list up to a number of items, and a later call goes on. */
import type { PagingPolicy } from '../../descriptor/http-descriptor.ts';
import type { ResultTable } from '../../descriptor/result-descriptor.ts';
import { type ToolFailure, failure, isFailure } from '../../server/failure.ts';
import { type Json, MAX_BYTES, isJsonObject, isObject, ownMember, sameJson } from '../../language/json.ts';
import { type Schema, mainType, pageFields } from '../../language/schema.ts';
import { findPointer, parsePointer } from '../../language/pointer.ts';
import { joinSentences } from '../../server/message-text.ts';
import { parseTemplate, renderValue, toText } from '../../language/template.ts';
import { isEmpty, notJson } from './answer.ts';
import { PAGE_NUMBER, readCursor, writeCursor } from './cursor.ts';
import { textIn } from './exchange.ts';
import { encodePairs } from './request.ts';
import type { MultiRequestContext, MultiRequestCall, StepReply } from './parts.ts';
import { parseJson } from '../shared/response.ts';

/** A page, and how many of its items an earlier call has returned. */
interface Place {
  readonly url: URL;
  /** Where the JSON body selects the page. */
  readonly body?: string | undefined;
  /** What selects it in the query or body; null for the first page, undefined where that cannot be told. */
  readonly key: Json | undefined;
  readonly skip: number;
}

/** The items of several pages; there are more where `next` is a page, or one that cannot be followed. */
interface Pages {
  readonly items: readonly Json[];
  readonly next: Place | 'foreign' | undefined;
  readonly first: Json;
  readonly last: StepReply;
  /** The last response that has no list: a failure may be told in it. */
  readonly unlisted: Json | undefined;
  /** Why the page after these could not be read. */
  readonly failed?: ToolFailure;
}

/** What can be wrong with a page, and what its table shows. */
interface PageRules extends PagingPolicy {
  readonly needsList: boolean;
  /** Items without a word that there are more would pass for all of them. */
  readonly showsMore: boolean;
}

/**
 * Gives `{ items, more, next, note, page, response }`: all items, whether there are more, the cursor, why the next page could
 * not be read, the first response, and the last one in which there was no list. A table of the result that does not show
 * that one needs a list in each page: an empty result could hide a failure, or a pointer that never finds anything.
 */
export function compilePaging(policy: PagingPolicy, table?: ResultTable, schema?: Schema): MultiRequestCall {
  const shows = pageFields(table, schema);
  const rules = { ...policy, needsList: !shows('response'), showsMore: shows('more') || shows('note') };
  const limit = parseTemplate(policy.limit ?? '100');
  const resume = policy.resume === undefined ? undefined : parseTemplate(policy.resume);
  const isNumber = showsNumber(policy, table, schema);
  return async (exchange) => {
    const { request, scope, finish } = exchange;
    const wanted = Number(renderValue(limit, scope) ?? 100);
    const cursor = resume && renderValue(resume, scope);
    const body = typeof request.body === 'string' ? request.body : undefined;
    const whole = { url: request.url, body };
    const start =
      isNumber && isNumeral(cursor)
        ? placeWithKey(policy, whole, Number(cursor), 0)
        : placeOf(cursor ?? undefined, policy, whole);
    if (isFailure(start)) return start;
    const replyOf = ({ items, next, first, last, unlisted, failed }: Pages): StepReply => {
      const place = next === 'foreign' || next?.key === undefined ? undefined : next;
      const note = failed && noteOf(failed, resume !== undefined && place !== undefined);
      const more = next !== undefined;
      const all = { more, next: place && cursorOf(place, isNumber), note, response: unlisted };
      const members = Object.entries(all).filter(([name, value]) => value !== undefined && (table || shows(name)));
      const json = { items, ...Object.fromEntries(members), page: first };
      return { ...last, answer: { ...last.answer, json } };
    };
    const keep = (pages: Pages): void => {
      exchange.call.atDeadline((failed) => (rules.showsMore ? finish(replyOf({ ...pages, failed })) : failed));
    };
    const pages = await readPages(rules, exchange, { start, wanted, keep });
    return isFailure(pages) ? pages : replyOf(pages);
  };
}

/** Where the pages begin, how many items are wanted, and what is done with those that were read. */
interface Reading {
  readonly start: Place;
  readonly wanted: number;
  readonly keep: (pages: Pages) => void;
}

async function readPages(
  policy: PageRules,
  exchange: MultiRequestContext,
  { start, wanted, keep }: Reading,
): Promise<Pages | ToolFailure> {
  const { max_pages = 10 } = policy;
  const { call } = exchange;
  const items: Json[] = [];
  let place = start;
  let pages: Pages | undefined;
  let bytes = 0;
  for (let budget = max_pages - 1; ; budget -= 1) {
    const page = await readPage(policy, exchange, place);
    if (isFailure(page)) return pages && policy.showsMore ? { ...pages, failed: page } : page;
    const { reply, list } = page;
    bytes += reply.received.bytes.length;
    const fresh = list.slice(place.skip);
    const room = wanted - items.length;
    items.push(...fresh.slice(0, room));
    call.progress(items.length, wanted);
    const skip = place.skip + room;
    const next = fresh.length > room ? { ...place, skip } : nextPlace(policy, reply, place, list.length);
    if (next === 'foreign') call.log('the next page is the same, or not on this origin: it is not requested');
    const first = pages ? pages.first : (reply.answer.json ?? null);
    pages = { items, next, first, last: reply, unlisted: withoutList(reply, policy.items) ?? pages?.unlisted };
    const isOver = items.length >= wanted || budget <= 0 || bytes > MAX_BYTES;
    if (next === undefined || next === 'foreign' || isOver) return pages;
    keep(pages);
    place = next;
  }
}

interface Page {
  readonly reply: StepReply;
  readonly list: readonly Json[];
}

async function readPage(
  { items, needsList }: PageRules,
  { request, ask, failed, repeat }: MultiRequestContext,
  { url, body }: Place,
): Promise<Page | ToolFailure> {
  const reply = await ask({ ...request, url, body: body ?? request.body });
  if (isFailure(reply)) return reply;
  const list = itemsIn(reply, items);
  const wrong = failed(reply.answer);
  if (wrong !== undefined) return wrong;
  return list === undefined || (needsList && withoutList(reply, items) !== undefined)
    ? notJson(repeat)
    : { reply, list };
}

/** With the cursor of the page that failed, a later call reads it again. */
function noteOf({ error }: ToolFailure, canResume: boolean): string {
  const rest = canResume ? 'Call again with `next` to continue there.' : 'The rest is missing.';
  return joinSentences('The page after these items could not be read.', error, rest);
}

/** Many services leave an empty list out of a page, or send null. */
function itemsIn({ answer: { json }, received }: StepReply, pointer: string): readonly Json[] | undefined {
  const items = isEmpty(received) ? [] : json === undefined ? undefined : (findPointer(json, pointer) ?? []);
  return Array.isArray(items) ? items : undefined;
}

function withoutList({ answer: { json } }: StepReply, pointer: string): Json | undefined {
  const isMissing = isObject(json) && findPointer(json, pointer) === undefined;
  return isMissing && Object.keys(json).length > 0 ? json : undefined;
}

function nextPlace(policy: PagingPolicy, reply: StepReply, here: Place, count: number): Place | 'foreign' | undefined {
  const { by, pointer, query = '' } = policy;
  if (by === 'link') return follow(linkTo('next', reply.received.headers.get('link') ?? ''), query, here.url);
  if (by === 'next') {
    const link = textAt(reply, pointer);
    // A word alone is a token or a placeholder: requested as a path, its failure would lose the pages before it.
    return link === undefined || /[/?]/.test(link) ? follow(link, query, here.url) : 'foreign';
  }
  if (by === 'cursor') {
    const key = policy.json === undefined ? textAt(reply, pointer) : cursorAt(reply, pointer);
    return key === undefined || sameJson(key, here.key) ? undefined : placeWithKey(policy, here, key, 0);
  }
  const isLast = count === 0 || (pointer !== undefined && !isTrue(reply, pointer));
  const key = Number(here.key) + (by === 'page' ? 1 : count);
  return isLast ? undefined : placeWithKey(policy, here, String(key), 0);
}

/** A link of the service, below whose origin alone credentials are sent. */
function follow(link: string | undefined, query: string, here: URL): Place | 'foreign' | undefined {
  if (link === undefined) return undefined;
  const url = onOrigin(link, here);
  if (url === undefined || url.href === here.href) return 'foreign';
  return { url, key: query === '' ? undefined : (url.searchParams.get(query) ?? undefined), skip: 0 };
}

/** A text or number: a query has no other values. */
function textAt(reply: StepReply, pointer: string | undefined): string | undefined {
  const cursor = cursorAt(reply, pointer);
  return typeof cursor === 'string' || typeof cursor === 'number' ? toText(cursor) : undefined;
}

/** From the original response: a redacted link would lead nowhere. What is empty, true or false selects no page. */
function cursorAt({ received }: StepReply, pointer = ''): Json | undefined {
  const text = textIn(received);
  const json = isFailure(text) ? undefined : parseJson(text);
  const cursor = findPointer(json, pointer) ?? '';
  if (typeof cursor === 'number') return cursor;
  return Object.keys(Object(cursor)).length === 0 ? undefined : cursor;
}

/** Services write booleans as texts, too. */
function isTrue({ answer }: StepReply, pointer: string): boolean {
  const value = findPointer(answer.json, pointer) ?? false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return !['', 'false', 'no', '0'].includes(String(value).trim().toLowerCase());
}

/** What a page is asked with before a key is put into it. */
type Asked = Pick<Place, 'url' | 'body'>;

function placeWithKey({ by, query = '', json }: PagingPolicy, { url, body }: Asked, key: Json, skip: number): Place {
  if (json !== undefined) {
    // The body that the author's template gave, with the key at the place of the pointer.
    const own = withMember(
      parseJson(body ?? '{}') ?? {},
      parsePointer(json) ?? [],
      by === 'cursor' ? key : Number(key),
    );
    return { url, body: JSON.stringify(own), key, skip };
  }
  const encoded = encodePairs([[query, toText(key)]]);
  const [name = ''] = encoded.split('=');
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== name);
  const place = new URL(url);
  place.search = [...others, encoded].join('&');
  return { url: place, key, skip };
}

function withMember(value: Json, [name, ...rest]: readonly string[], key: Json): Json {
  if (name === undefined) return key;
  const map = isJsonObject(value) ? value : {};
  return { ...map, [name]: withMember(ownMember(map, name) ?? {}, rest, key) };
}

function cursorOf({ key = null, skip }: Place, isNumber: boolean): Json {
  return isNumber && typeof key === 'number' && skip === 0 ? key : writeCursor({ key, skip });
}

/** Whether the result declares the cursor of a body as a number: then it is one, and so is what its digits select. */
function showsNumber({ by, json }: PagingPolicy, table: ResultTable = { next: '/next' }, schema: Schema = {}): boolean {
  const names = Object.keys(table).filter((name) => JSON.stringify(table[name]).includes('"/next"'));
  const types = names.map((name) => mainType(ownMember(schema.properties ?? {}, name) ?? {}));
  return by === 'cursor' && json !== undefined && types.some((type) => type === 'integer' || type === 'number');
}

function isNumeral(cursor: Json | undefined): boolean {
  return typeof cursor === 'string' && cursor.trim() !== '' && Number.isFinite(Number(cursor));
}

/** A cursor chooses the value of one query parameter or member of the body and nothing else: models can write cursors too. */
function placeOf(cursor: Json | undefined, policy: PagingPolicy, request: Asked): Place | ToolFailure {
  const { by, first = 1, json } = policy;
  const start = by === 'page' ? String(first) : by === 'offset' ? '0' : null;
  const isOpaque = by === 'cursor';
  const { key, skip = 0 } = readCursor(cursor === undefined ? '' : toText(cursor), isOpaque) ?? {};
  const isText = typeof key === 'string' && (start === null || PAGE_NUMBER.test(key));
  if (key === undefined || !(isText || key === null || (isOpaque && json !== undefined)))
    return failure(
      'invalid_arguments',
      'The cursor is not one that this tool has returned.',
      'Use the cursor of the last result unchanged, or leave it out to start again.',
    );
  const place = key ?? start;
  return place === null ? { ...request, key: place, skip } : placeWithKey(policy, request, place, skip);
}

/** The target of the first link with this relation; links about something else (`anchor`) are left out. */
export function linkTo(relation: string, header: string): string | undefined {
  for (const [, target, rest = ''] of header.matchAll(/<([^<>]*)>((?:[^",<]|"(?:[^"\\]|\\.)*")*)/g)) {
    const names = parametersIn(rest);
    const relations = (names.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes(relation) && !names.has('anchor')) return target;
  }
  return undefined;
}

/** The first of each name counts (RFC 8288 §3.3). */
function parametersIn(text: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/;\s*([^\s=;,"]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s",;]*))?/g)) {
    const key = name.toLowerCase();
    if (!links.has(key)) links.set(key, value.replace(/^"([^]*)"$/, '$1').replaceAll(/\\(.)/g, '$1'));
  }
  return links;
}

/** The address that a link means where it is on the origin of `here`: credentials go nowhere else. */
export function onOrigin(link: string, here: URL): URL | undefined {
  if (!URL.canParse(link, here.href)) return undefined;
  const url = new URL(link, here);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.origin === here.origin ? url : undefined;
}
