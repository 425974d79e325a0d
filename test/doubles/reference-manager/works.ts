import { GROUP_KEYS, KEYS, SYNCED_VERSION } from './constants.ts';
import type { Creator, Item } from './item.ts';

const author = (firstName: string, lastName: string): Creator => ({ creatorType: 'author', firstName, lastName });
const editor = (firstName: string, lastName: string): Creator => ({ creatorType: 'editor', firstName, lastName });
const institution = (name: string): Creator => ({ creatorType: 'author', name });

type Seed = Partial<Omit<Item, 'tags'>> & Pick<Item, 'key' | 'itemType' | 'fields'> & { day: number; tags?: string[] };

/** Fills in what a seed leaves out; `day` gives it a time of its own. */
export function item({ day, tags = [], ...seed }: Seed): Item {
  const stamp = `2026-0${1 + (day % 9)}-${String(10 + day).padStart(2, '0')}T08:${String(10 + day)}:00Z`;
  return {
    version: SYNCED_VERSION - 40 + day,
    creators: [],
    collections: [],
    relations: {},
    deleted: false,
    dateAdded: '2025-11-02T07:30:00Z',
    dateModified: stamp,
    ...seed,
    tags: tags.map((tag) => ({ tag })),
  };
}

/** The works: invented titles, invented people, real-looking shapes. */
export function seedWorks(): Item[] {
  return [
    item({
      key: KEYS.book,
      itemType: 'book',
      day: 1,
      creators: [author('Ingrid', 'Sørlund')],
      tags: ['ports', 'archives'],
      collections: [KEYS.archive],
      fields: {
        title: 'Harbours of Salt and Paper: A History of Port Ledgers',
        publisher: 'Fennel Quay Press',
        place: 'Bergen',
        date: '2014',
        numPages: '312',
        ISBN: '978-0-00-000014-2',
        language: 'en',
      },
    }),
    item({
      key: KEYS.article,
      itemType: 'journalArticle',
      day: 2,
      creators: [author('Lucía', 'Ibáñez Otero'), author('Tobias', 'Wren')],
      tags: ['tides', 'narrative'],
      collections: [KEYS.tides, KEYS.archive],
      fields: {
        title: 'Reading Tide Tables as Narrative',
        publicationTitle: 'Journal of Littoral Studies',
        volume: '12',
        issue: '1',
        pages: '33-58',
        date: '2019-03',
        DOI: '10.5555/jls.2019.0033',
        abstractNote: 'Tide tables look like lists. This article reads four of them as stories with a narrator.',
        language: 'en',
      },
    }),
    item({
      key: KEYS.report,
      itemType: 'report',
      day: 3,
      creators: [institution('Northern Lights Board of Records')],
      tags: ['archives', 'lighthouses'],
      collections: [KEYS.archive],
      fields: {
        title: 'Survey of Lighthouse Logbooks, 1840–1910',
        reportNumber: 'NLBR-7',
        institution: 'Northern Lights Board of Records',
        date: '2021-11-05',
        url: 'https://records.example/nlbr-7',
      },
    }),
    item({
      key: KEYS.section,
      itemType: 'bookSection',
      day: 4,
      creators: [institution('王小明'), editor('Hélène', 'Dubreuil')],
      tags: ['maps'],
      collections: [KEYS.maps],
      fields: {
        title: 'The Map-Keeper’s Apprentice',
        bookTitle: 'Rooms Full of Atlases',
        publisher: 'Orrery House',
        date: '1998',
        pages: '101-129',
      },
    }),
    item({
      key: KEYS.thesis,
      itemType: 'thesis',
      day: 5,
      creators: [author('Zoë', 'Åkerlund')],
      tags: ['islands'],
      collections: [KEYS.archive],
      fields: {
        title: 'Driftwood Economies in the Outer Isles',
        thesisType: 'PhD thesis',
        university: 'University of Vessel Bay',
        date: '2007-06',
      },
    }),
    item({
      key: KEYS.webpage,
      itemType: 'webpage',
      day: 6,
      creators: [institution('Institute of Slow Water')],
      tags: ['tides', '-draft'],
      collections: [KEYS.tides],
      fields: {
        title: 'Tide Gauge Station Index',
        websiteTitle: 'Slow Water Data',
        url: 'https://slowwater.example/gauges',
        date: '2023',
        accessDate: '2026-02-03T10:00:00Z',
      },
    }),
    item({
      key: KEYS.paper,
      itemType: 'conferencePaper',
      day: 7,
      creators: [author('Chukwuemeka', 'Nwosu-Hale'), author('Mira', 'Kovač'), author('Ana', 'Lind')],
      tags: ['signals', 'narrative'],
      fields: {
        title: 'Signal Flags and Noise: Messages That Did Not Arrive',
        proceedingsTitle: 'Proceedings of the Third Meeting on Coastal Media',
        date: '2016-09-14',
        pages: '4-19',
        DOI: '10.5555/pcm.2016.4',
      },
    }),
    item({
      key: KEYS.undated,
      itemType: 'journalArticle',
      day: 8,
      creators: [author('Per', 'Östlund')],
      fields: { title: 'Fog & <i>Littorina</i>: A Note Without a Date', publicationTitle: 'Shoreline Quarterly' },
    }),
    item({
      key: KEYS.secondBook,
      itemType: 'book',
      day: 9,
      creators: [author('Tobias', 'Wren')],
      tags: ['tides'],
      collections: [KEYS.tides],
      fields: {
        title: 'Tide Tables for the Impatient',
        publisher: 'Fennel Quay Press',
        date: '2003',
        ISBN: '978-0-00-000003-6',
      },
    }),
    item({
      key: KEYS.trashed,
      itemType: 'document',
      day: 10,
      deleted: true,
      creators: [author('Nobody', 'Known')],
      tags: ['tides'],
      fields: { title: 'Discarded Draft on Buoys', date: '2011' },
    }),
    item({
      key: KEYS.unsynced,
      itemType: 'journalArticle',
      day: 11,
      version: 0,
      creators: [author('Rhoswen', 'Pike')],
      tags: ['bells'],
      fields: { title: 'Unsent Draft on Estuary Bells', date: '2026' },
    }),
  ];
}

/** The works in the library of the group. */
export function seedGroupWorks(): Item[] {
  return [
    item({
      key: GROUP_KEYS.article,
      itemType: 'journalArticle',
      day: 1,
      creators: [author('Noor', 'Abbasi')],
      tags: ['shared', 'tides'],
      collections: [GROUP_KEYS.shared],
      fields: { title: 'What the Group Reads of Tides', publicationTitle: 'Shoreline Quarterly', date: '2022' },
    }),
    item({
      key: GROUP_KEYS.book,
      itemType: 'book',
      day: 2,
      creators: [author('Per', 'Östlund')],
      collections: [GROUP_KEYS.shared],
      fields: { title: 'A Common Atlas', publisher: 'Orrery House', date: '2001' },
    }),
  ];
}
