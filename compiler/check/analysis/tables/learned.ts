/** `haft.databases.json`: what `haft databases --learn` read of the tables that statements name; read and printed here. */
import { isObject } from '@haft/runtime/language';
import { compareText } from '../../../base/diagnostic.ts';
import { FILE_FORMATS, type FormatProblem, numberOf } from '../../../base/file-formats.ts';
import {
  type Matching,
  either,
  flag,
  list,
  map,
  mapOf,
  oneOf,
  readForm,
  none,
  text,
} from '../../../spec/shape/form.ts';

const texts = list(text);
const column = map(
  {
    /** As the database writes it, such as `numeric(12,2)`. */
    type: text,
  },
  {
    nullable: flag,
    /** Of an enum, in its order. */
    values: texts,
  },
);
const table = map(
  {},
  {
    /** Absent where they are not known, as of a view of SQLite. */
    columns: mapOf(column),
    key: texts,
    unique: list(texts),
    references: list(map({ columns: texts, table: text, to: texts })),
    /** What the login may do, such as `select`. */
    rights: texts,
  },
);
const database = map({
  kind: oneOf('postgres', 'mysql', 'sqlite'),
  /** By name, as statements write it; null where the database has no such table. */
  tables: mapOf(either(none, table)),
});

export type LearnedColumn = Matching<typeof column>;
export type LearnedTable = Matching<typeof table>;
export type LearnedDatabase = Matching<typeof database>;

/** By server and database, such as `shop/orders`. */
export type LearnedDatabases = Readonly<Record<string, LearnedDatabase>>;

/** Of a parsed file. */
export function readLearned(value: unknown): { readonly learned: LearnedDatabases } | FormatProblem {
  const read = readForm(value, FILE_FORMATS.databases, map({ databases: mapOf(database) }));
  return 'problem' in read ? read : { learned: read.databases };
}

/** By name throughout, so that the same tables give the same bytes. */
export function learnedText(databases: LearnedDatabases): string {
  const { key } = FILE_FORMATS.databases;
  return `${JSON.stringify({ [key]: numberOf(FILE_FORMATS.databases), databases: sortKeys(databases) }, null, 2)}\n`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => compareText(a, b));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sortKeys(inner)]));
}

/** The name under which a database of a server is learned. */
export function learnedName(server: string, name: string): string {
  return `${server}/${name}`;
}
