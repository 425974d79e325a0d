import { collectionEntity, groupEntity, itemEntity, searchEntity, tagEntity } from '../entity.ts';
import type { Item } from '../item.ts';
import { tagsJson } from '../response-json.ts';
import { childrenOf, isTrashed } from '../store.ts';
import { json } from '../../wire.ts';
import type { Reply } from '../../wire.ts';
import { notInDouble, refuse } from './context.ts';
import type { WebCall } from './context.ts';
import { findWebItems } from './find-items.ts';
import { list, single } from './list.ts';

function itemList(call: WebCall, scope: readonly Item[], top: boolean): Reply {
  const found = findWebItems(call.store, scope, call.request.query, top);
  return list(
    call,
    found.map((item) => itemEntity(call, item)),
  );
}

function trash(call: WebCall): Reply {
  const gone = [...call.store.items.values()].filter((item) => isTrashed(call.store, item));
  return list(
    call,
    gone.map((item) => itemEntity(call, item)),
  );
}

function inCollection(call: WebCall, key: string): Item[] {
  const direct = [...call.store.items.values()].filter((item) => item.collections.includes(key));
  return [...direct, ...direct.flatMap((item) => childrenOf(call.store, item.key))];
}

function oneItem(call: WebCall, key: string): Reply {
  const item = call.store.items.get(key);
  if (item === undefined) return refuse(404, 'Item does not exist');
  return call.access === 'none' ? refuse(404, 'Not found') : single(call, itemEntity(call, item));
}

function children(call: WebCall, key: string): Reply {
  const item = call.store.items.get(key);
  if (item === undefined) return refuse(404, 'Item not found');
  if (item.itemType === 'attachment' && item.fields['contentType'] !== 'application/pdf') {
    return refuse(400, '/children cannot be called on non-PDF attachments');
  }
  return itemList(call, childrenOf(call.store, key), false);
}

function fulltext(call: WebCall, key: string): Reply {
  const indexed = call.store.items.get(key)?.text;
  if (indexed === undefined) return refuse(404, 'Not found');
  const { content, pages, version } = indexed;
  return json(200, { content, indexedPages: pages, totalPages: pages }, { 'Last-Modified-Version': version });
}

function items(call: WebCall): Reply {
  const [, key, rest] = call.parts;
  const all = [...call.store.items.values()];
  if (rest === undefined && key !== undefined && key !== 'top' && key !== 'trash') return oneItem(call, key);
  if (call.access === 'none') return refuse(403, 'Forbidden');
  if (key === undefined) return itemList(call, all, false);
  if (rest === 'children') return children(call, key);
  if (rest === 'fulltext') return fulltext(call, key);
  if (rest !== undefined) return notInDouble(call, 'an item address the double does not have');
  return key === 'top' ? itemList(call, all, true) : trash(call);
}

function collections(call: WebCall): Reply {
  const [, key, rest, subset] = call.parts;
  const all = [...call.store.collections.values()];
  const listed = (found: typeof all) =>
    list(
      call,
      found.map((collection) => collectionEntity(call, collection)),
    );
  if (call.access === 'none') return refuse(403, 'Forbidden');
  if (rest !== 'items' && call.request.query.has('q')) call.options.journal.unknown(call.request, 'q on collections');
  if (key === undefined) return listed(all);
  if (key === 'top' && rest === undefined) return listed(all.filter(({ parent }) => parent === false));
  const collection = call.store.collections.get(key);
  if (collection === undefined) return refuse(404, 'Collection not found');
  if (rest === undefined) return single(call, collectionEntity(call, collection));
  if (rest === 'collections') return listed(all.filter(({ parent }) => parent === key));
  if (rest === 'items' && subset === undefined) return itemList(call, inCollection(call, key), false);
  if (rest === 'items' && subset === 'top') return itemList(call, inCollection(call, key), true);
  return notInDouble(call, 'a collection address the double does not have');
}

function tags(call: WebCall): Reply {
  if (call.access === 'none') return refuse(403, 'Forbidden');
  const [, name] = call.parts;
  const { query } = call.request;
  const wanted = (query.get('q') ?? '').toLowerCase();
  const starts = query.get('qmode')?.toLowerCase() === 'startswith';
  const found = tagsJson(call.voice, [...call.store.items.values()])
    .filter(({ tag }) => name === undefined || tag === decodeURIComponent(name.replaceAll('+', '%20')))
    .filter(({ tag }) =>
      starts ? String(tag).toLowerCase().startsWith(wanted) : String(tag).toLowerCase().includes(wanted),
    );
  if (name !== undefined && found.length === 0) return refuse(404, 'Tag not found');
  return list(
    call,
    found.map((tag) => tagEntity(tag)),
  );
}

function searches(call: WebCall): Reply {
  if (call.access === 'none') return refuse(403, 'Forbidden');
  const [, key] = call.parts;
  if (key === undefined)
    return list(
      call,
      [...call.store.searches.values()].map((search) => searchEntity(call, search)),
    );
  const search = call.store.searches.get(key);
  return search === undefined ? refuse(404, 'Search not found') : single(call, searchEntity(call, search));
}

/** Everything below `/users/<id>/` that can be read. */
export function read(call: WebCall): Reply {
  switch (call.parts[0]) {
    case 'items': {
      return items(call);
    }
    case 'collections': {
      return collections(call);
    }
    case 'tags': {
      return tags(call);
    }
    case 'searches': {
      return searches(call);
    }
    case 'groups': {
      return list(call, [groupEntity(call.group.voice, call.group.store)]);
    }
    default: {
      return notInDouble(call, 'a library address the double does not have');
    }
  }
}
