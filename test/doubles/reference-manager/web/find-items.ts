import type { Item } from '../item.ts';
import { alternatives, partMatches, queryParts } from '../search-words.ts';
import { isTrashed } from '../store.ts';
import type { Store } from '../store.ts';

/** The web's own reading of the search syntax: a negated list excludes every value in it. */
function satisfies(parameters: readonly string[], has: (value: string) => boolean): boolean {
  return parameters.every((parameter) => {
    const { negated, values } = alternatives(parameter);
    return values.some((value) => has(value)) !== negated;
  });
}

function matches(item: Item, query: URLSearchParams): boolean {
  const mode = (query.get('qmode') ?? '').toLowerCase() === 'everything' ? 'everything' : 'titleCreatorYear';
  return (
    queryParts(query.get('q') ?? '').every((part) => partMatches(item, part, mode)) &&
    satisfies(query.getAll('tag'), (value) => item.tags.some(({ tag }) => tag === value))
  );
}

/**
 * Items of a list that fit the search parameters. For a top-level list a child that fits stands for
 * its parent, which the local API does not do.
 */
export function findWebItems(store: Store, scope: readonly Item[], query: URLSearchParams, top: boolean): Item[] {
  const trashToo = query.get('includeTrashed') === '1';
  const found = scope.filter((item) => (trashToo || !isTrashed(store, item)) && matches(item, query));
  const shown = top
    ? found.map((item) => (item.parentItem === undefined ? item : (store.items.get(item.parentItem) ?? item)))
    : found;
  return [...new Set(shown)].filter((item) => satisfies(query.getAll('itemType'), (value) => item.itemType === value));
}
