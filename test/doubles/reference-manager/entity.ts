import type { Collection, Item, JsonObject, SavedSearch } from './item.ts';
import { collectionJson, groupJson, itemJson, searchJson } from './response-json.ts';
import { sortValue } from './sort.ts';
import type { Voice } from './response-json.ts';
import type { Store } from './store.ts';

/** A library object as the list code of both servers sees it. */
export interface Entity {
  key: string;
  version: number | undefined;
  sortValue(field: string): string;
  json(): JsonObject;
  item?: Item;
}

/** The server that speaks, and the library it speaks about. */
export interface Speaker {
  voice: Voice;
  store: Store;
}

const unsorted = () => '';

/** An item as a list entry. */
export function itemEntity({ voice, store }: Speaker, item: Item): Entity {
  const { key, version } = item;
  return { key, version, item, sortValue: (field) => sortValue(item, field), json: () => itemJson(voice, store, item) };
}

/** A collection as a list entry; collections have none of the fields one can sort by. */
export function collectionEntity({ voice, store }: Speaker, collection: Collection): Entity {
  const { key, version } = collection;
  return { key, version, sortValue: unsorted, json: () => collectionJson(voice, store, collection) };
}

/** A saved search as a list entry. */
export function searchEntity({ voice }: Speaker, search: SavedSearch): Entity {
  const { key, version } = search;
  return { key, version, sortValue: unsorted, json: () => searchJson(voice, search) };
}

/** A tag as a list entry: it has neither key nor version. */
export function tagEntity(tag: JsonObject): Entity {
  return { key: '', version: undefined, sortValue: unsorted, json: () => tag };
}

/** The group as a list entry; `store` is that of its library. */
export function groupEntity(voice: Voice, store: Store): Entity {
  const version = 12;
  const works = [...store.items.values()].filter(({ parentItem }) => parentItem === undefined).length;
  return { key: '', version, sortValue: unsorted, json: () => groupJson(voice, version, works) };
}
