/** Under which names the reference manager keeps the details of each kind of work; a kind has no field for the others. */
import type { CreateReferenceArguments } from '../../../../generated/servers/reference-manager/tools.ts';

type ItemType = CreateReferenceArguments['item_type'];

/** Details that not every kind of work has. */
type Detail =
  | 'publication'
  | 'volume'
  | 'issue'
  | 'pages'
  | 'publisher'
  | 'place'
  | 'edition'
  | 'series'
  | 'number'
  | 'genre'
  | 'isbn'
  | 'issn';

const BOOK = {
  volume: 'volume',
  publisher: 'publisher',
  place: 'place',
  edition: 'edition',
  series: 'series',
  number: 'seriesNumber',
  isbn: 'ISBN',
} as const;

/** As Zotero's schema 41 has them. */
export const FIELDS: Readonly<Record<ItemType, Readonly<Partial<Record<Detail, string>>>>> = {
  journalArticle: {
    publication: 'publicationTitle',
    volume: 'volume',
    issue: 'issue',
    pages: 'pages',
    series: 'series',
    issn: 'ISSN',
  },
  book: { ...BOOK, pages: 'numPages' },
  bookSection: { ...BOOK, publication: 'bookTitle', pages: 'pages' },
  conferencePaper: {
    publication: 'proceedingsTitle',
    volume: 'volume',
    pages: 'pages',
    publisher: 'publisher',
    place: 'place',
    series: 'series',
    isbn: 'ISBN',
  },
  preprint: {
    publisher: 'repository',
    place: 'place',
    series: 'series',
    number: 'archiveID',
    genre: 'genre',
  },
  report: {
    publisher: 'institution',
    place: 'place',
    pages: 'pages',
    series: 'seriesTitle',
    number: 'reportNumber',
    genre: 'reportType',
  },
  thesis: { publisher: 'university', place: 'place', pages: 'numPages', genre: 'thesisType' },
  webpage: { publication: 'websiteTitle', genre: 'websiteType' },
};

/** The kinds of work that can have editors. */
export const WITH_EDITORS: ReadonlySet<ItemType> = new Set([
  'journalArticle',
  'book',
  'bookSection',
  'conferencePaper',
  'preprint',
]);

const DETAILS: ReadonlySet<string> = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)));

/** The fields of an item with what was given for them, or the name of a detail that its kind does not have. */
export function fieldsOf(
  args: CreateReferenceArguments,
): Readonly<Record<string, string>> | { readonly strange: string } {
  const names = new Map<string, string>(Object.entries(FIELDS[args.item_type]));
  const given = Object.entries(args).flatMap(([detail, value]) =>
    DETAILS.has(detail) && typeof value === 'string' && value.trim() !== '' ? [[detail, value] as const] : [],
  );
  const unknown = given.find(([detail]) => !names.has(detail));
  if (unknown !== undefined) return { strange: unknown[0] };
  return Object.fromEntries(given.map(([detail, value]) => [names.get(detail) ?? detail, value]));
}
