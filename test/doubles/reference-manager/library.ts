import { GROUP_KEYS, KEYS, SYNCED_VERSION } from './constants.ts';
import { longText } from './fulltext.ts';
import type { Collection, Item, SavedSearch } from './item.ts';
import { item, seedGroupWorks, seedWorks } from './works.ts';

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

/** Everything in the library of the group. */
export function seedGroup(): { items: Item[]; collections: Collection[]; searches: SavedSearch[] } {
  const pdf = item({
    key: GROUP_KEYS.pdf,
    itemType: 'attachment',
    day: 3,
    parentItem: GROUP_KEYS.article,
    text: { content: 'The group met at low tide.', pages: 1, version: SYNCED_VERSION - 20 },
    fields: {
      title: 'Abbasi - 2022.pdf',
      linkMode: 'imported_file',
      contentType: 'application/pdf',
      charset: '',
      filename: 'Abbasi - 2022.pdf',
      md5: 'd41d8cd98f00b204e9800998ecf8427e',
      mtime: 1761000000000,
    },
  });
  return {
    items: [...seedGroupWorks(), pdf],
    collections: [
      { key: GROUP_KEYS.shared, name: 'Shared reading', parent: false, version: SYNCED_VERSION - 30 },
      { key: GROUP_KEYS.done, name: 'Done', parent: false, version: SYNCED_VERSION - 29 },
    ],
    searches: [{ key: GROUP_KEYS.search, name: 'Shared tides', tag: 'tides', version: SYNCED_VERSION - 28 }],
  };
}
