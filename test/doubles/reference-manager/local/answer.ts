import { USER } from '../constants.ts';
import { linkHeader, pageStarts, withStart } from '../paging.ts';
import type { Page } from '../paging.ts';
import { SORT_FIELDS, sortBy } from '../sort.ts';
import { empty, integer, text } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import type { Entity } from '../entity.ts';
import type { LocalCall, Outcome } from './context.ts';
import { formatted } from './format.ts';

/** The `Link` header value; the local API has no default limit, so one page is the rule. */
function links({ request: { path, query, headers } }: LocalCall, page: Page | undefined): string {
  const base = `http://${headers['host'] ?? ''}${path}`;
  const found: Record<string, string> = {};
  for (const [rel, start] of Object.entries(page === undefined ? {} : pageStarts(page))) {
    const search = withStart(query, start);
    found[rel] = search === '' ? base : `${base}?${search}`;
  }
  found['alternate'] = `https://www.zotero.org/${path.slice(5).replace('users/0/', `users/${USER.id}/`)}`;
  return linkHeader(found);
}

function since({ request: { query }, profile }: LocalCall, many: Entity[]): Entity[] | Reply {
  if (!query.has('since')) return many;
  const version = integer(query.get('since'));
  if (version === undefined) return text(400, `Invalid 'since' value '${query.get('since')}'`);
  if (version === 0 && !profile.forgetsUnsynced) return many;
  return many.filter((entity) => (entity.version ?? 0) > version);
}

/** Sorting parameters are only looked at when there is something to sort. */
function sorted({ request: { query } }: LocalCall, many: Entity[]): Entity[] | Reply {
  if (many.length < 2) return many;
  const field = query.get('sort') || 'dateModified';
  if (!SORT_FIELDS.includes(field)) return text(400, `Invalid 'sort' value '${field}'`);
  const direction = query.get('direction');
  if (direction !== null && direction !== 'asc' && direction !== 'desc') {
    return text(400, `Invalid 'direction' value '${direction}'`);
  }
  return sortBy(
    many,
    (entity) => entity.sortValue(field),
    direction === null ? field.startsWith('date') : direction === 'desc',
  );
}

function pageOf({ request: { query } }: LocalCall, total: number): Page {
  const start = Math.min(Math.max(integer(query.get('start')) ?? 0, 0), total);
  const limit = integer(query.get('limit')) ?? 0;
  return { start, total, limit: limit === 0 ? total - start : Math.max(limit, 0) };
}

function respond(call: LocalCall, data: Entity | Entity[], page: Page | undefined, version: number | undefined): Reply {
  const headers: Reply['headers'] = { 'Total-Results': page?.total ?? 1, Link: links(call, page) };
  if (version !== undefined) headers['Last-Modified-Version'] = version;
  const known = integer(call.request.headers['if-modified-since-version']) ?? 0;
  if (known !== 0 && version !== undefined && version <= known) return empty(304, headers);
  return formatted(call, data, headers);
}

/** Turns what an endpoint found into an answer: filter by version, sort, cut, format. */
export function answer(call: LocalCall, outcome: Exclude<Outcome, 'crash'>): Reply {
  if ('status' in outcome) return outcome;
  if ('one' in outcome) return respond(call, outcome.one, undefined, outcome.one.version);
  const fresh = since(call, outcome.many);
  if (!Array.isArray(fresh)) return fresh;
  const ordered = sorted(call, fresh);
  if (!Array.isArray(ordered)) return ordered;
  const page = pageOf(call, ordered.length);
  return respond(call, ordered.slice(page.start, page.start + page.limit), page, call.store.libraryVersion);
}
