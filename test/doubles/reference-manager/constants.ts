/** The faces the double can show; `off` is not one of them, see `refusedPort`. */
export const PROFILES = ['zotero7', 'zotero9', 'zotero10', 'disabled', 'web'] as const;

/** One face of the double. */
export type Profile = (typeof PROFILES)[number];

/** The account that owns the library, on the web and in the local application. */
export const USER = { id: 4815162, name: 'Test Reader', slug: 'test_reader' } as const;

/** The one group that this person is in, with a library of its own. */
export const GROUP = { id: 2_077_301, name: 'Littoral Reading Group', slug: 'littoral_reading_group' } as const;

/** Keys in the library of the group; none of them exists in the person's own. */
export const GROUP_KEYS = {
  article: 'GRPARTI2',
  book: 'GRPBKSE3',
  pdf: 'GRPATT22',
  shared: 'GRPCLLCT',
  done: 'GRPCLDNE',
  search: 'GRPSRCH2',
} as const;

/** The library version at the last sync; every seeded object is older. */
export const SYNCED_VERSION = 1240;

/** What `Zotero-Server-ID` says in the `zotero10` profile. */
export const SERVER_ID = 'FakeServer01';

/** Web keys, plainly fake: one may write, one may only read. */
export const WRITE_KEY = 'FakeWriteKey000000000000';
export const READ_KEY = 'FakeReadOnlyKey000000000';

/** Keys of objects in the synthetic library that tests ask for by name. */
export const KEYS = {
  book: 'BKHARBRS',
  article: 'JATIDEM2',
  report: 'RPSURVEY',
  section: 'BSMAPKEE',
  thesis: 'THDRIFTS',
  webpage: 'WPTIDEGA',
  paper: 'CPSIGNAL',
  undated: 'JANULLXR',
  secondBook: 'BKSECAND',
  trashed: 'DCTRASHD',
  /** Never synced: only the local profiles have it. */
  unsynced: 'JALACAL2',
  pdf: 'ATTPDF22',
  link: 'ATTLINK2',
  note: 'NTETIDE2',
  /** A collection that holds `tides` as its child. */
  archive: 'CLTARCHV',
  tides: 'CLTTIDES',
  maps: 'CLTMAPSS',
  empty: 'CLTEMPTX',
  search: 'SRCHTIDE',
} as const;

/** Well-formed keys of objects that do not exist. */
export const MISSING = { item: 'ZZZZZZZ9', collection: 'ZZZZZZZ8' } as const;

/** A word that occurs once in the library, about two thirds into the PDF's text. */
export const FULLTEXT_MARKER = 'Glimmerhaven';
