import { isTrashed } from '../store.ts';
import type { Item } from '../item.ts';
import { tagsJson } from '../response-json.ts';
import { empty, integer, json, text } from '../../wire.ts';
import type { Entity } from '../entity.ts';
import type { LocalCall, Outcome } from './context.ts';
import { itemEntity, tagEntity } from '../entity.ts';
import { findItems } from './find-items.ts';
import type { ItemSearch } from './find-items.ts';

const notFound = text(404, 'Not found');

function searchOf(
  { request, params }: LocalCall,
  path: string,
  forTags: boolean,
  savedTag: string | undefined,
): ItemSearch {
  const { query } = request;
  const whole = path.endsWith('/top') ? path.slice(0, -4) : path;
  const where = whole.endsWith('/trash') ? 'trash' : whole.endsWith('/publications/items') ? 'publications' : 'library';
  const { collectionKey, itemKey } = params;
  const itemKeys = query.get('itemKey')?.split(',');
  return {
    top: path.endsWith('/top'),
    where,
    ...(collectionKey === undefined ? {} : { collection: collectionKey }),
    ...(itemKey === undefined ? {} : { parent: itemKey }),
    ...(savedTag === undefined ? {} : { savedTag }),
    ...(itemKeys === undefined ? {} : { itemKeys }),
    includeTrashed: query.get('includeTrashed') === '1',
    query: query.get(forTags ? 'itemQ' : 'q') ?? '',
    mode: query.get(forTags ? 'itemQMode' : 'qmode') || 'titleCreatorYear',
    tags: query.getAll(forTags ? 'itemTag' : 'tag'),
    itemTypes: query.getAll('itemType'),
  };
}

function tagsWithin(call: LocalCall, items: Item[]): Entity[] {
  const wanted = call.request.query.get('q') ?? '';
  const starts = call.request.query.get('qmode') === 'startsWith';
  return tagsJson(call.voice, items)
    .filter(({ tag }) => (starts ? String(tag).startsWith(wanted) : String(tag).includes(wanted)))
    .map((tag) => tagEntity(tag));
}

/** Every list of items, and (with `/tags` behind it) the tags of that list. */
export function items(call: LocalCall): Outcome {
  const { path } = call.request;
  const forTags = path.endsWith('/tags');
  const { searchKey } = call.params;
  const search = searchKey === undefined ? undefined : call.store.searches.get(searchKey);
  if (searchKey !== undefined && search === undefined) return notFound;
  const found = findItems(call.store, searchOf(call, forTags ? path.slice(0, -5) : path, forTags, search?.tag));
  if (found === undefined) return 'crash';
  return { many: forTags ? tagsWithin(call, found) : found.map((item) => itemEntity(call, item)) };
}

function named({ store, params }: LocalCall): Item | undefined {
  return store.items.get(params['itemKey'] ?? '');
}

/** One item. */
export function item(call: LocalCall): Outcome {
  const found = named(call);
  return found === undefined ? notFound : { one: itemEntity(call, found) };
}

/** The stored file behind an attachment: a redirect to a `file:` address, or that address as text. */
export function itemFile(call: LocalCall): Outcome {
  const found = named(call);
  if (found === undefined) return notFound;
  const filename = found.fields['filename'];
  if (filename === undefined) return text(400, `Not a file attachment: ${found.key}`);
  const url = `file:///home/reader/Zotero/storage/${found.key}/${encodeURIComponent(String(filename))}`;
  return call.request.path.endsWith('/url') ? text(200, url) : empty(302, { Location: url });
}

/** The indexed text of an attachment. */
export function itemFulltext(call: LocalCall): Outcome {
  const indexed = named(call)?.text;
  if (indexed === undefined) return notFound;
  const { content, pages, version } = indexed;
  return json(200, { content, indexedPages: pages, totalPages: pages }, { 'Last-Modified-Version': version });
}

/** Which attachments have text that changed after a version. */
export function fulltextVersions({ request, store }: LocalCall): Outcome {
  const since = integer(request.query.get('since'));
  if (since === undefined) return text(400, `Invalid 'since' value '${request.query.get('since')}'`);
  const found = [...store.items.values()].flatMap(({ key, text: indexed }) =>
    indexed !== undefined && (since === 0 || indexed.version > since) ? [[key, indexed.version]] : [],
  );
  return json(200, Object.fromEntries(found));
}

/** All tags of the library; `q` is not looked at here. */
export function tags({ store, voice }: LocalCall): Outcome {
  const live = [...store.items.values()].filter((candidate) => !isTrashed(store, candidate));
  return { many: tagsJson(voice, live).map((tag) => tagEntity(tag)) };
}

/** One tag, once per type. */
export function tag(call: LocalCall): Outcome {
  const name = decodeURIComponent((call.params['tag'] ?? '').replaceAll('+', '%20'));
  const found = tagsJson(call.voice, [...call.store.items.values()]).filter((entry) => entry['tag'] === name);
  if (found.length > 0) return { many: found.map((entry) => tagEntity(entry)) };
  call.journal.unknown(call.request, 'a tag nobody uses');
  return notFound;
}
