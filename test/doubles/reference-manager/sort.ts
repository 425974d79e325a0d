import { lastName, title } from './item.ts';
import type { Item } from './item.ts';

/** The sort fields both servers accept. */
export const SORT_FIELDS = [
  'dateAdded',
  'dateModified',
  'title',
  'creator',
  'itemType',
  'date',
  'publisher',
  'publicationTitle',
  'journalAbbreviation',
  'language',
  'accessDate',
  'libraryCatalog',
  'callNumber',
  'rights',
  'addedBy',
  'numItems',
];

/** What an item sorts under. */
export function sortValue(item: Item, field: string): string {
  switch (field) {
    case 'dateAdded': {
      return item.dateAdded;
    }
    case 'dateModified': {
      return item.dateModified;
    }
    case 'itemType': {
      return item.itemType;
    }
    case 'title': {
      return title(item);
    }
    case 'creator': {
      return item.creators.map((creator) => lastName(creator)).join(' ');
    }
    default: {
      return String(item.fields[field] ?? '');
    }
  }
}

/** Orders by a text value, keeping equal entries where they were. */
export function sortBy<T>(list: readonly T[], value: (entry: T) => string, descending: boolean): T[] {
  const sign = descending ? -1 : 1;
  return [...list].sort((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === right) return 0;
    return left < right ? -sign : sign;
  });
}
