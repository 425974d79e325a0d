import { isKey } from '../item.ts';
import type { Item } from '../item.ts';
import { nextVersion } from '../store.ts';
import type { Reply } from '../../wire.ts';
import { refuse } from './context.ts';
import type { WebCall } from './context.ts';
import { libraryRefusal, noContent, writeItem } from './item-writes.ts';

function put(call: WebCall, item: Item, collections: string[], version: number): void {
  call.store.items.set(item.key, { ...item, collections, version });
}

/** `POST /collections/KEY/items`: space-separated keys in a plain body. All or nothing. */
export function addToCollection(call: WebCall, collectionKey: string): Reply {
  const { store, request } = call;
  const stale = libraryRefusal(call);
  if (stale !== undefined) return stale;
  if (!store.collections.has(collectionKey)) return refuse(404, 'Collection not found');
  const items: Item[] = [];
  for (const key of request.body.split(' ')) {
    if (!isKey(key)) return refuse(500, 'An error occurred');
    const item = store.items.get(key);
    if (item === undefined) return refuse(400, `Item '${key}' not found in library`);
    if (item.parentItem !== undefined) return refuse(400, 'Child items cannot be added to collections directly');
    items.push(item);
  }
  const version = nextVersion(store);
  for (const item of items) put(call, item, [...new Set([...item.collections, collectionKey])], version);
  return noContent(call);
}

/** `DELETE /collections/KEY/items/ITEM`. An unknown item is treated as the deletion of an item. */
export function removeFromCollection(call: WebCall, collectionKey: string, itemKey: string): Reply {
  const { store } = call;
  const item = store.items.get(itemKey);
  if (item === undefined) return writeItem(call, itemKey);
  if (!store.collections.has(collectionKey)) return refuse(404, 'Collection not found');
  if (!item.collections.includes(collectionKey)) return refuse(404, 'Item not found in collection');
  put(
    call,
    item,
    item.collections.filter((key) => key !== collectionKey),
    nextVersion(store),
  );
  return noContent(call);
}
