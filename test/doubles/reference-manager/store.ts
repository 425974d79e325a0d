import { SYNCED_VERSION } from './constants.ts';
import type { Collection, Item, SavedSearch } from './item.ts';
import { seedCollections, seedGroup, seedItems, seedSearches } from './library.ts';

/** The library as one process holds it; writes live exactly as long as the process. */
export interface Store {
  libraryVersion: number;
  items: Map<string, Item>;
  collections: Map<string, Collection>;
  searches: Map<string, SavedSearch>;
  createdKeys: number;
  rival?: Rival;
}

/** Somebody else who changes one item, a few times, just before it is written here. */
export interface Rival {
  readonly key: string;
  times: number;
}

/**
 * Whose version numbers the objects carry: `synced` (the web, and Zotero 7 to 9 showing the web's
 * numbers) or `client` (Zotero 10 counts for itself, so the numbers must never be mixed).
 */
export type Versioning = 'web' | 'synced' | 'client';

/** A fresh library. The web has never heard of the unsynced item. */
export function createStore(versioning: Versioning): Store {
  const items = seedItems().filter((item) => versioning !== 'web' || item.version > 0);
  return fill({ items, collections: seedCollections(), searches: seedSearches() }, versioning);
}

/** A fresh library of the group. */
export function createGroupStore(versioning: Versioning): Store {
  return fill(seedGroup(), versioning);
}

function fill({ items, collections, searches }: ReturnType<typeof seedGroup>, versioning: Versioning): Store {
  const store: Store = {
    libraryVersion: SYNCED_VERSION,
    items: new Map(items.map((item) => [item.key, item])),
    collections: new Map(collections.map((collection) => [collection.key, collection])),
    searches: new Map(searches.map((search) => [search.key, search])),
    createdKeys: 0,
  };
  if (versioning === 'client') countForItself(store);
  return store;
}

function countForItself(store: Store): void {
  store.libraryVersion = 0;
  const objects = [...store.collections.values(), ...store.searches.values(), ...store.items.values()];
  for (const object of objects) object.version = nextVersion(store);
}

/** Moves the library on by one version and returns the new number. */
export function nextVersion(store: Store): number {
  store.libraryVersion += 1;
  return store.libraryVersion;
}

/** Lets the rival be faster, if there is one. */
export function outrun(store: Store): void {
  const { rival } = store;
  const item = store.items.get(rival?.key ?? '');
  if (rival === undefined || item === undefined || rival.times === 0) return;
  rival.times -= 1;
  store.items.set(item.key, { ...item, version: nextVersion(store) });
}

const ALPHABET = '23456789ABCDEFGHIJKLMNPQRSTUVWXZ';

/** A key for a new object: unlike the real thing, the same on every run. */
export function newKey(store: Store): string {
  store.createdKeys += 1;
  let rest = store.createdKeys * 7919;
  let key = '';
  for (let place = 0; place < 6; place += 1) {
    key += ALPHABET[rest % ALPHABET.length] ?? '';
    rest = Math.floor(rest / ALPHABET.length);
  }
  return `NW${key}`;
}

/** The notes and attachments of an item. */
export function childrenOf(store: Store, key: string): Item[] {
  return [...store.items.values()].filter((item) => item.parentItem === key);
}

/** In the trash itself, or the child of something that is. */
export function isTrashed(store: Store, item: Item): boolean {
  return item.deleted || (item.parentItem !== undefined && store.items.get(item.parentItem)?.deleted === true);
}

/** Erases an item and everything below it. */
export function erase(store: Store, key: string): void {
  for (const child of childrenOf(store, key)) erase(store, child.key);
  store.items.delete(key);
}
