/** The filters of a search: columns by which the database finds rows quickly, as parameters and groups of the statement. */
import type { JsonObject } from '@haft/runtime/language';
import { declaredFamily } from '../../../check/analysis/tables/columns.ts';
import type { FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import { firstSentence } from '../openapi/text.ts';
import { isHarmless } from '../literal.ts';
import { type ReadColumn, nameColumn, plain } from './table-parts.ts';

/** Rows up to which words are looked for in every one of them. */
const MAX_SCANNED = 100_000;

interface Filter {
  readonly name: string;
  /** Of its column. */
  readonly word: string;
  readonly schema: JsonObject;
  /** A group of the statement. */
  readonly clause: string;
  readonly like?: 'contains';
}

/** `column` is how the statement writes a column of the table; `about` says what one of another table is. */
export function filtersOf(
  kind: string,
  table: FoundTable,
  columns: readonly ReadColumn[],
  column: (name: string) => string,
): readonly Filter[] {
  const { key = [], isView, indexes, rows = 0, comments } = table;
  const first = new Set(indexes.map(([name]) => name));
  const searched = nameColumn(columns);
  const isChosen = (one: ReadColumn): boolean =>
    (isView ? one.values !== undefined || isDay(one) : first.has(one.name)) &&
    !(key.length === 1 && key[0] === one.name);
  const words: Filter[] =
    searched && rows <= MAX_SCANNED
      ? [
          {
            name: searched.word,
            word: searched.word,
            schema: {
              type: 'string',
              minLength: 1,
              maxLength: 100,
              description: about(searched, comments, 'Words in the'),
            },
            clause: `and ${column(searched.name)} ${kind === 'postgres' ? 'ilike' : 'like'} {${searched.word}}`,
            like: 'contains',
          },
        ]
      : [];
  const others = columns.filter((one) => isChosen(one) && one !== searched);
  return [
    ...words,
    ...others.flatMap((one) => (isDay(one) ? range(one, comments, column) : [equal(kind, one, table, column)])),
  ];
}

type Write = (name: string) => string;

function equal(kind: string, one: ReadColumn, table: FoundTable, column: Write): Filter {
  const { comments } = table;
  return {
    name: one.word,
    word: one.word,
    schema: { ...schemaOf(kind, one), description: about(one, comments, pointsTo(table, one)) },
    clause: `and ${column(one.name)} = {${one.word}}`,
  };
}

/** Of which table it is the key. */
function pointsTo({ references = [] }: FoundTable, { name }: ReadColumn): string {
  const other = references.find(({ columns }) => columns.length === 1 && columns[0] === name)?.table;
  return other === undefined
    ? 'Only those with this'
    : `Only those of one of the ${withSpaces(plain(other))}, by its key:`;
}

/** Days from the first on, and up to the last with it. */
function range(one: ReadColumn, comments: FoundTable['comments'], column: Write): Filter[] {
  const day = { type: 'string', format: 'date' };
  return [
    {
      name: `${one.word}_from`,
      word: one.word,
      schema: { ...day, description: about(one, comments, `Only those of this day or later, such as 2026-01-31, by`) },
      clause: `and ${column(one.name)} >= {${one.word}_from}`,
    },
    {
      name: `${one.word}_before`,
      word: one.word,
      schema: { ...day, description: `Only those before this day, by ${withSpaces(one.word)}.` },
      clause: `and ${column(one.name)} < {${one.word}_before}`,
    },
  ];
}

/** Days and moments, not the time of a day. */
export function isDay({ type }: ReadColumn): boolean {
  return /^(?:date|timestamp)/i.test(type);
}

/** What a model gives for a column. */
export function schemaOf(kind: string, column: ReadColumn): JsonObject {
  const { type, values } = column;
  if (values) return { type: 'string', enum: [...values] };
  const length = Number(/\((\d+)\)$/.exec(type)?.[1] ?? 0);
  const text = { type: 'string', maxLength: length > 0 ? Math.min(length, 4000) : 1000 };
  switch (declaredFamily(column)) {
    case 'integer':
      return { type: 'integer' };
    case 'number':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'moment':
      return { type: 'string', ...(formatOf(type) ?? { maxLength: 100 }) };
    default:
      return kind === 'mysql' && /^tinyint\(1\)/i.test(type) ? { type: 'boolean' } : text;
  }
}

function formatOf(type: string): JsonObject | undefined {
  if (/^date$/i.test(type)) return { format: 'date' };
  if (/^(?:timestamp|datetime)/i.test(type)) return { format: 'date-time' };
  return /^uuid$/i.test(type) ? { format: 'uuid' } : undefined;
}

/** What is written in the database about a column, where a model may read it; otherwise what its name says. */
export function about({ name, word }: ReadColumn, comments: FoundTable['comments'], what: string): string {
  const comment = firstSentence(comments[name], 160);
  return comment !== '' && isHarmless(comment) ? comment : `${what} ${withSpaces(word)}.`;
}

export function withSpaces(word: string): string {
  return word.replaceAll('_', ' ');
}
