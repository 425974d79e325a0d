const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** All item types of the schema; the double has field lists for some of them only. */
export const ITEM_TYPES = words(`
  annotation artwork attachment audioRecording bill blogPost book bookSection case computerProgram conferencePaper
  dataset dictionaryEntry document email encyclopediaArticle film forumPost hearing instantMessage interview
  journalArticle letter magazineArticle manuscript map newspaperArticle note patent podcast preprint presentation
  radioBroadcast report standard statute thesis tvBroadcast videoRecording webpage`);

const COMMON = `citationKey shortTitle url accessDate archive archiveLocation libraryCatalog callNumber rights extra`;
const BOOKISH = `series seriesNumber volume numberOfVolumes edition date publisher place language ISBN`;
const WRITERS = `author contributor editor translator seriesEditor`;
const REVIEWED = `author contributor editor translator reviewedAuthor`;

/** What one item type may contain. The first creator type is the primary one. */
export interface TypeSchema {
  fields: readonly string[];
  creators: readonly string[];
}

function type(fields: string, creators: string): TypeSchema {
  return { fields: words(`title abstractNote ${fields} ${COMMON}`), creators: words(creators) };
}

/** The subset of the schema the double knows in full. */
export const SCHEMA: Readonly<Record<string, TypeSchema>> = {
  attachment: { fields: ['title', 'accessDate', 'url'], creators: [] },
  note: { fields: [], creators: [] },
  book: type(`${BOOKISH} numPages`, WRITERS),
  bookSection: type(`bookTitle ${BOOKISH} pages`, `author bookAuthor contributor editor translator seriesEditor`),
  conferencePaper: type(
    `date proceedingsTitle conferenceName place publisher volume pages series language DOI ISBN`,
    WRITERS,
  ),
  document: type(`type date publisher place DOI language`, REVIEWED),
  journalArticle: type(
    `publicationTitle volume issue pages date series seriesTitle seriesText journalAbbreviation language DOI ISSN`,
    REVIEWED,
  ),
  preprint: type(`genre repository archiveID place date series seriesNumber DOI language`, REVIEWED),
  report: type(
    `reportNumber reportType seriesTitle place institution date pages language`,
    `author contributor translator seriesEditor`,
  ),
  thesis: type(`thesisType university place date numPages language`, `author contributor`),
  webpage: {
    fields: words(
      `title abstractNote websiteTitle websiteType date citationKey shortTitle url accessDate language rights extra`,
    ),
    creators: words(`author contributor translator`),
  },
};

/** Every field name some known type has. */
export const ALL_FIELDS: ReadonlySet<string> = new Set(Object.values(SCHEMA).flatMap(({ fields }) => fields));

/** Every creator type some known type has. */
export const ALL_CREATORS: ReadonlySet<string> = new Set(Object.values(SCHEMA).flatMap(({ creators }) => creators));

/** An English label for a camel-case name, close to what the servers send. */
export function localized(name: string): string {
  const spaced = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
