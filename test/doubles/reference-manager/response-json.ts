import { citation, creatorSummary } from './citation.ts';
import { GROUP, USER } from './constants.ts';
import { isRegular } from './item.ts';
import type { Collection, Item, JsonObject, SavedSearch } from './item.ts';
import { SCHEMA } from './schema.ts';
import { childrenOf, isTrashed } from './store.ts';
import type { Store } from './store.ts';

/** Which server is speaking, and under which address it links to itself. */
export interface Voice {
  /** Ends with a slash. */
  base: string;
  libraryName: string;
  /** The web spells out empty fields, the local API leaves them away. */
  emptyFields: boolean;
  /** The person's own library unless it is this. */
  library?: 'group';
}

/** Under which names a library is reached: in the API, and on the web site. */
function placeOf({ library }: Voice): { type: string; id: number; api: string; site: string } {
  if (library === 'group')
    return { type: 'group', id: GROUP.id, api: `groups/${GROUP.id}`, site: `groups/${GROUP.slug}` };
  return { type: 'user', id: USER.id, api: `users/${USER.id}`, site: USER.slug };
}

const WWW = 'https://www.zotero.org/';

function link(href: string, type = 'application/json'): JsonObject {
  return { href, type };
}

function envelope(voice: Voice, kind: string, object: { key: string; version: number }): JsonObject {
  const { type, id, api, site } = placeOf(voice);
  return {
    key: object.key,
    version: object.version,
    library: { type, id, name: voice.libraryName, links: { alternate: link(`${WWW}${site}`, 'text/html') } },
    links: {
      self: link(`${voice.base}${api}/${kind}/${object.key}`),
      alternate: link(`${WWW}${site}/${kind}/${object.key}`, 'text/html'),
    },
  };
}

/** A group as either server answers with it: the local application does not know who may do what. */
export function groupJson(voice: Voice, version: number, numItems: number): JsonObject {
  const { id, name, slug } = GROUP;
  const web = { owner: USER.id, type: 'Private', url: '', libraryEditing: 'members', libraryReading: 'members' };
  return {
    id,
    version,
    links: {
      self: link(`${voice.base}groups/${id}`),
      alternate: link(`${WWW}groups/${slug}`, 'text/html'),
    },
    meta: { ...(voice.emptyFields && { created: '2025-01-10T09:00:00Z' }), numItems },
    data: { id, version, name, description: 'Reads about shores.', ...(voice.emptyFields && web) },
  };
}

/** The editable part of an item. */
export function itemData(voice: Voice, item: Item): JsonObject {
  const blanks = voice.emptyFields ? (SCHEMA[item.itemType]?.fields ?? []).map((name) => [name, '']) : [];
  const { title, ...fields } = { ...Object.fromEntries(blanks), ...item.fields };
  return {
    key: item.key,
    version: item.version,
    ...(item.parentItem === undefined ? {} : { parentItem: item.parentItem }),
    itemType: item.itemType,
    ...(title === undefined ? {} : { title }),
    ...(isRegular(item) ? { creators: item.creators } : {}),
    ...fields,
    tags: item.tags,
    ...(item.parentItem === undefined ? { collections: item.collections } : {}),
    relations: item.relations,
    ...(item.deleted ? { deleted: 1 } : {}),
    dateAdded: item.dateAdded,
    dateModified: item.dateModified,
  };
}

function attachmentLinks(voice: Voice, store: Store, item: Item): JsonObject {
  const extra: JsonObject = {};
  const self = `${voice.base}${placeOf(voice).api}/items/`;
  if (item.parentItem !== undefined) extra['up'] = link(`${self}${item.parentItem}`);
  if (item.itemType === 'attachment' && item.fields['filename'] !== undefined) {
    const { filename, title, contentType } = item.fields;
    const href = voice.emptyFields
      ? `${self}${item.key}/file/view`
      : `file:///home/reader/Zotero/storage/${item.key}/${encodeURIComponent(String(filename))}`;
    extra['enclosure'] = { href, type: contentType, title, length: 482_113 };
  }
  const best = childrenOf(store, item.key).find((child) => child.fields['filename'] !== undefined);
  if (best !== undefined) {
    extra['attachment'] = {
      ...link(`${self}${best.key}`),
      attachmentType: best.fields['contentType'],
      attachmentSize: 482_113,
    };
  }
  return extra;
}

/** An item as either server answers with it. */
export function itemJson(voice: Voice, store: Store, item: Item): JsonObject {
  const summary = creatorSummary(item);
  const date = /^\d{4}(-\d\d){0,2}/.exec(String(item.fields['date'] ?? ''))?.[0];
  const outer = envelope(voice, 'items', item);
  const children = childrenOf(store, item.key).filter((child) => !isTrashed(store, child)).length;
  return {
    ...outer,
    links: { ...(outer['links'] as JsonObject), ...attachmentLinks(voice, store, item) },
    meta: {
      ...(summary === undefined ? {} : { creatorSummary: summary }),
      ...(date === undefined ? {} : { parsedDate: date }),
      ...(item.itemType === 'note' ? {} : { numChildren: children }),
    },
    data: itemData(voice, item),
  };
}

/** A collection as either server answers with it. */
export function collectionJson(voice: Voice, store: Store, collection: Collection): JsonObject {
  const { key, version, name, parent } = collection;
  const below = [...store.collections.values()].filter((other) => other.parent === key).length;
  const within = [...store.items.values()].filter((item) => item.collections.includes(key) && !item.deleted).length;
  return {
    ...envelope(voice, 'collections', collection),
    meta: { numCollections: below, numItems: within },
    data: { key, version, name, parentCollection: parent, relations: {} },
  };
}

/** A saved search as either server answers with it. */
export function searchJson(voice: Voice, search: SavedSearch): JsonObject {
  const { key, version, name, tag } = search;
  const conditions = [{ condition: 'tag', operator: 'is', value: tag }];
  return { ...envelope(voice, 'searches', search), meta: {}, data: { key, version, name, conditions } };
}

/** One entry per tag name and type, counted over the given items. */
export function tagsJson(voice: Voice, items: readonly Item[]): JsonObject[] {
  const counts = new Map<string, { tag: string; type: number; numItems: number }>();
  for (const { tag, type = 0 } of items.flatMap((item) => item.tags)) {
    const id = `${type} ${tag}`;
    counts.set(id, { tag, type, numItems: (counts.get(id)?.numItems ?? 0) + 1 });
  }
  return [...counts.values()].map(({ tag, ...meta }) => ({
    tag,
    links: {
      self: link(`${voice.base}${placeOf(voice).api}/tags/${encodeURIComponent(tag)}`),
      alternate: link(`${WWW}${placeOf(voice).site}/tags/${encodeURIComponent(tag)}`, 'text/html'),
    },
    meta,
  }));
}

/** The `citation` include: a list of one in the local API, a span on the web. */
export function citationHtml(voice: Voice, item: Item): string {
  if (voice.emptyFields) return `<span>(${citation(item)})</span>`;
  return isRegular(item) ? `<ol>\n\t<li>${citation(item)}</li>\n</ol>` : '';
}
