import type { Item } from '../item.ts';
import { alternatives, partMatches, queryParts } from '../search-words.ts';
import type { QuickMode } from '../search-words.ts';
import { isTrashed } from '../store.ts';
import type { Store } from '../store.ts';

/** What one item endpoint asks of the search engine. */
export interface ItemSearch {
  /** `/top`: no child items. Otherwise the children of every match come along. */
  top: boolean;
  where: 'library' | 'trash' | 'publications';
  collection?: string;
  parent?: string;
  savedTag?: string;
  includeTrashed: boolean;
  itemKeys?: string[];
  query: string;
  mode: string;
  tags: string[];
  itemTypes: string[];
}

type Condition = (item: Item) => boolean;

const MODES: ReadonlySet<string> = new Set(['titleCreatorYear', 'fields', 'everything']);

function isMode(mode: string): mode is QuickMode {
  return MODES.has(mode);
}

/** Keeps what is in the scope or directly below something in it. */
function within(scope: readonly Item[]): Condition {
  const keys = new Set(scope.map(({ key }) => key));
  return (item) => keys.has(item.key) || (item.parentItem !== undefined && keys.has(item.parentItem));
}

function conditionsOf(store: Store, search: ItemSearch, mode: QuickMode): Condition[] {
  const { collection, parent, query } = search;
  const conditions: Condition[] = [];
  // A collection nobody knows is not a condition at all: the real search drops it and finds everything.
  if (collection !== undefined && store.collections.has(collection)) {
    conditions.push((item) => item.collections.includes(collection));
  }
  if (parent !== undefined) conditions.push((item) => item.key === parent);
  for (const part of queryParts(query)) conditions.push((item) => partMatches(item, part, mode));
  return conditions;
}

/** Applies one `tag=` or `itemType=` parameter. It looks at the scope and its children, not at the trash. */
function narrow(
  store: Store,
  scope: readonly Item[],
  parameter: string,
  has: (item: Item, value: string) => boolean,
): Item[] {
  const { negated, values } = alternatives(parameter);
  const inScope = within(scope);
  return [...store.items.values()].filter(
    (item) => !isTrashed(store, item) && inScope(item) && values.some((value) => has(item, value) !== negated),
  );
}

const hasTag = (item: Item, value: string) => item.tags.some(({ tag }) => tag === value);
const hasType = (item: Item, value: string) => item.itemType === value;

/** Runs an item search; `undefined` means the real search engine throws (an unknown `qmode`). */
export function findItems(store: Store, search: ItemSearch): Item[] | undefined {
  const { query, mode, where } = search;
  if (query !== '' && !isMode(mode)) return undefined;
  const quickMode = isMode(mode) ? mode : 'titleCreatorYear';
  const noChildren = search.top || (query !== '' && quickMode === 'titleCreatorYear');
  const conditions = conditionsOf(store, search, quickMode);
  const holds = (condition: Condition, item: Item): boolean => {
    if (condition(item)) return true;
    const parent = item.parentItem === undefined ? undefined : store.items.get(item.parentItem);
    return !search.top && parent !== undefined && condition(parent);
  };
  let found = [...store.items.values()].filter(
    (item) =>
      where !== 'publications' &&
      (search.includeTrashed && where !== 'trash' ? true : isTrashed(store, item) === (where === 'trash')) &&
      !(noChildren && item.parentItem !== undefined) &&
      conditions.every((condition) => holds(condition, item)),
  );
  const { itemKeys, savedTag } = search;
  const all = [...store.items.values()];
  if (savedTag !== undefined) found = found.filter(within(all.filter((item) => hasTag(item, savedTag))));
  if (itemKeys !== undefined) found = found.filter(within(all.filter(({ key }) => itemKeys.includes(key))));
  for (const parameter of search.itemTypes) found = narrow(store, found, parameter, hasType);
  for (const parameter of search.tags) found = narrow(store, found, parameter, hasTag);
  return search.parent === undefined ? found : found.filter(({ key }) => key !== search.parent);
}
