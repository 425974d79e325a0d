import type { LocalCall, Outcome } from './context.ts';
import * as item from './item-endpoints.ts';
import * as other from './other-endpoints.ts';
import type { LocalProfile } from './profile.ts';

/** One address of the local API. `writes` lists what Zotero 10 takes besides GET. */
export interface Route {
  template: string;
  read: (call: LocalCall) => Outcome;
  writes: readonly string[];
}

function route(template: string, read: Route['read'], writes: readonly string[] = []): Route {
  return { template, read, writes };
}

const FIXED: Route[] = [
  route('/api/', other.root),
  route('/api/schema', other.notInDouble),
  route('/api/itemTypes', other.itemTypes),
  route('/api/itemFields', other.itemFields),
  route('/api/itemTypeFields', other.itemTypeParts),
  route('/api/itemTypeCreatorTypes', other.itemTypeParts),
  route('/api/creatorFields', other.creatorFields),
  route('/api/users/:userID/settings', other.settings),
  route('/api/users/:userID/groups', other.groups),
  route('/api/groups/:groupID', other.group),
  route('/api/users/:userID/publications/items', item.items),
  route('/api/users/:userID/publications/items/top', item.items),
  route('/api/users/:userID/publications/items/tags', item.items),
];

const ITEM_LISTS = ['/top', '/trash', '/trash/top', '/tags', '/top/tags', '/trash/tags', '/trash/top/tags'];

const LIBRARY: Route[] = [
  route('/items', item.items, ['POST', 'DELETE']),
  ...ITEM_LISTS.map((end) => route(`/items${end}`, item.items)),
  ...['', '/top', '/tags', '/top/tags'].map((end) => route(`/collections/:collectionKey/items${end}`, item.items)),
  route('/collections', other.collections, ['POST', 'DELETE']),
  route('/collections/top', other.collections),
  route('/collections/:collectionKey/collections', other.collections),
  route('/collections/:collectionKey', other.collection, ['PUT', 'PATCH', 'DELETE']),
  route('/items/:itemKey/children', item.items),
  route('/items/:itemKey/file', item.itemFile, ['POST']),
  route('/items/:itemKey/file/view', item.itemFile),
  route('/items/:itemKey/file/view/url', item.itemFile),
  route('/items/:itemKey', item.item, ['PUT', 'PATCH', 'DELETE']),
  route('/searches/:searchKey/items', item.items),
  route('/searches', other.searches, ['POST', 'DELETE']),
  route('/searches/:searchKey', other.search, ['PUT', 'PATCH', 'DELETE']),
  route('/tags', item.tags, ['DELETE']),
  route('/tags/:tag', item.tag),
];

const FULLTEXT: Route[] = [
  route('/items/:itemKey/fulltext', item.itemFulltext, ['PUT']),
  route('/fulltext', item.fulltextVersions, ['POST']),
];

/** The addresses a profile has. */
export function routesOf(profile: LocalProfile): Route[] {
  const library = profile.hasFulltext ? [...LIBRARY, ...FULLTEXT] : LIBRARY;
  const prefixes = ['/api/users/:userID', '/api/groups/:groupID'];
  const local = profile.canWrite
    ? [
        route('/api/local/authorize', other.notInDouble, ['POST']),
        route('/api/local/uploads/:key', other.notInDouble, ['POST']),
      ]
    : [];
  return [
    ...FIXED,
    ...local,
    ...library.flatMap((entry) => prefixes.map((prefix) => ({ ...entry, template: prefix + entry.template }))),
  ];
}

function parameters(template: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
}

/** Finds the first route that fits a path. */
export function findRoute(
  routes: readonly Route[],
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  for (const candidate of routes) {
    const params = parameters(candidate.template, path);
    if (params !== undefined) return { route: candidate, params };
  }
  return undefined;
}
