import { bibliography } from '../citation.ts';
import type { Entity } from '../entity.ts';
import type { JsonObject } from '../item.ts';
import { linkHeader, pageStarts, withStart } from '../paging.ts';
import { citationHtml } from '../response-json.ts';
import { sortBy } from '../sort.ts';
import { empty, integer, json, text } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import type { WebCall } from './context.ts';
import { parameters } from './parameters.ts';
import type { WebParameters } from './parameters.ts';

function withIncludes(call: WebCall, entity: Entity, include: readonly string[]): JsonObject {
  const { data, ...outer } = entity.json();
  const { item } = entity;
  if (item !== undefined && include.includes('bib')) outer['bib'] = bibliography([item]);
  if (item !== undefined && include.includes('citation')) outer['citation'] = citationHtml(call.voice, item);
  return include.includes('data') && data !== undefined ? { ...outer, data } : outer;
}

function links({ request, voice }: WebCall, total: number, { start, limit }: WebParameters): string {
  const found: Record<string, string> = {};
  const { last, ...starts } = pageStarts({ start, limit: limit === 0 ? total : limit, total });
  const query = new URLSearchParams(request.query);
  query.delete('key');
  const all = last === undefined || last === start ? starts : { ...starts, last };
  for (const [rel, at] of Object.entries(all)) {
    const search = withStart(query, at);
    found[rel] = `${voice.base}${request.path.slice(1)}${search === '' ? '' : `?${search}`}`;
  }
  found['alternate'] = `https://www.zotero.org${request.path}`;
  return linkHeader(found);
}

function bib(entities: readonly Entity[], headers: Reply['headers']): Reply {
  const body = bibliography(entities.flatMap(({ item }) => (item === undefined ? [] : [item])));
  return { status: 200, headers: { ...headers, 'Content-Type': 'text/html; charset=UTF-8' }, body };
}

function formatted(call: WebCall, page: readonly Entity[], wanted: WebParameters, headers: Reply['headers']): Reply {
  switch (wanted.format) {
    case 'keys': {
      return text(200, `${page.map(({ key }) => key).join('\n')}\n`, headers);
    }
    case 'versions': {
      return json(200, Object.fromEntries(page.map(({ key, version }) => [key, version])), headers);
    }
    case 'bib': {
      return bib(page, headers);
    }
    default: {
      return json(
        200,
        page.map((entity) => withIncludes(call, entity, wanted.include)),
        headers,
      );
    }
  }
}

/** A list: nothing newer → 304; otherwise filtered, sorted, cut to at most 100 and formatted. */
export function list(call: WebCall, entities: readonly Entity[]): Reply {
  const { store, request } = call;
  const known = integer(request.headers['if-modified-since-version']);
  if (known !== undefined && store.libraryVersion <= known) return empty(304);
  const wanted = parameters(call, false);
  if ('status' in wanted) return wanted;
  const { since, itemKeys, sort, descending, start, limit } = wanted;
  const fresh = entities.filter(
    ({ key, version }) =>
      (version ?? 0) >= 0 && (since === 0 || (version ?? 0) > since) && (itemKeys?.includes(key) ?? true),
  );
  const sorted = sortBy(fresh, (entity) => entity.sortValue(sort), descending);
  const page = limit === 0 ? sorted.slice(start) : sorted.slice(start, start + limit);
  const headers: Reply['headers'] = { 'Last-Modified-Version': store.libraryVersion, 'Total-Results': sorted.length };
  if (wanted.format !== 'bib') headers['Link'] = links(call, sorted.length, wanted);
  return formatted(call, page, wanted, headers);
}

/** One object, with its own version. */
export function single(call: WebCall, entity: Entity): Reply {
  const wanted = parameters(call, true);
  if ('status' in wanted) return wanted;
  const headers = { 'Last-Modified-Version': entity.version ?? 0 };
  return wanted.format === 'bib'
    ? bib([entity], headers)
    : json(200, withIncludes(call, entity, wanted.include), headers);
}
