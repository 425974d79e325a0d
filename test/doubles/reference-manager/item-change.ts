import { isObject, fullName } from './item.ts';
import type { Creator, Item, JsonObject, Tag } from './item.ts';

const OWN: ReadonlySet<string> = new Set([
  'key',
  'version',
  'itemType',
  'parentItem',
  'creators',
  'tags',
  'collections',
  'relations',
  'deleted',
  'inPublications',
  'dateAdded',
  'dateModified',
]);

function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

/** An item with nothing in it yet. */
export function blankItem(key: string, itemType: string): Item {
  const stamp = now();
  return {
    key,
    version: 0,
    itemType,
    fields: {},
    creators: [],
    tags: [],
    collections: [],
    relations: {},
    deleted: false,
    dateAdded: stamp,
    dateModified: stamp,
  };
}

function fieldsOf(json: JsonObject, before: Item['fields']): Item['fields'] {
  const fields = { ...before };
  for (const [name, value] of Object.entries(json)) {
    if (OWN.has(name)) continue;
    if (value === '' || value === null || value === undefined) delete fields[name];
    else fields[name] = typeof value === 'number' ? value : String(value);
  }
  return fields;
}

/**
 * The item after a checked write. A partial write keeps what it does not mention; lists are always
 * replaced whole.
 */
export function changedItem(item: Item, json: JsonObject, partial: boolean): Item {
  const list = <T>(name: string, before: T[]): T[] =>
    Array.isArray(json[name]) ? (json[name] as T[]) : partial ? before : [];
  const { parentItem: parentBefore, ...rest } = item;
  const given = json['parentItem'];
  const parent = typeof given === 'string' ? given : given === undefined && partial ? parentBefore : undefined;
  return {
    ...rest,
    itemType: String(json['itemType'] ?? item.itemType),
    ...(parent === undefined ? {} : { parentItem: parent }),
    fields: fieldsOf(json, partial ? item.fields : {}),
    creators: list<Creator>('creators', item.creators).filter((creator) => fullName(creator) !== ''),
    tags: list<Tag>('tags', item.tags),
    collections: list<string>('collections', item.collections),
    relations: isObject(json['relations']) ? json['relations'] : partial ? item.relations : {},
    deleted: json['deleted'] === undefined ? partial && item.deleted : Boolean(json['deleted']),
  };
}

/** Whether a write changed anything worth a new version. */
export function differs(before: Item, after: Item): boolean {
  return JSON.stringify(sortedKeys(before)) !== JSON.stringify(sortedKeys(after));
}

function sortedKeys(item: Item): unknown {
  const { text: _text, ...rest } = item;
  const fields = Object.entries(rest.fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.entries({ ...rest, fields }).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Marks the moment of a change, unless only the shelf an item stands on changed. */
export function stamped(before: Item, after: Item, version: number): Item {
  const { collections, deleted, relations } = after;
  const onlyShelf = !differs({ ...before, collections, deleted, relations }, after);
  return { ...after, version, dateModified: onlyShelf ? before.dateModified : now() };
}
