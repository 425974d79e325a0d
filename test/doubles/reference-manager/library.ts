import { KEYS, SYNCED_VERSION } from './constants.ts';
import { longText } from './fulltext.ts';
import type { Collection, Item, SavedSearch } from './item.ts';
import { item, seedWorks } from './works.ts';

/** All items: the works and what hangs below them. */
export function seedItems(): Item[] {
  return [
    ...seedWorks(),
    item({
      key: KEYS.pdf,
      itemType: 'attachment',
      day: 12,
      parentItem: KEYS.article,
      text: { content: longText(), pages: 26, version: SYNCED_VERSION - 28 },
      fields: {
        title: 'Ibáñez Otero and Wren - 2019 - Reading Tide Tables.pdf',
        linkMode: 'imported_file',
        contentType: 'application/pdf',
        charset: '',
        filename: 'Ibanez Otero and Wren - 2019.pdf',
        md5: 'd41d8cd98f00b204e9800998ecf8427e',
        mtime: 1761000000000,
      },
    }),
    item({
      key: KEYS.link,
      itemType: 'attachment',
      day: 13,
      parentItem: KEYS.report,
      fields: {
        title: 'Catalogue entry',
        linkMode: 'linked_url',
        url: 'https://records.example/catalogue/7',
        contentType: 'text/html',
        charset: '',
      },
    }),
    item({
      key: KEYS.note,
      itemType: 'note',
      day: 14,
      parentItem: KEYS.article,
      tags: ['to-read'],
      fields: { note: '<p>Compare table 3 with the <b>Bergen</b> ledger.</p>' },
    }),
  ];
}

/** The collections: one nested, one empty. */
export function seedCollections(): Collection[] {
  const at = (key: string, name: string, parent: string | false, version: number) => ({ key, name, parent, version });
  return [
    at(KEYS.archive, 'Coastal archives', false, SYNCED_VERSION - 60),
    at(KEYS.tides, 'Tide tables', KEYS.archive, SYNCED_VERSION - 59),
    at(KEYS.maps, 'Early maps', false, SYNCED_VERSION - 58),
    at(KEYS.empty, 'To read', false, SYNCED_VERSION - 57),
  ];
}

/** The saved searches. */
export function seedSearches(): SavedSearch[] {
  return [{ key: KEYS.search, name: 'Everything about tides', tag: 'tides', version: SYNCED_VERSION - 50 }];
}
