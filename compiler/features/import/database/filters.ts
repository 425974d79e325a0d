/** What the tools of a table are made of: its words, the columns that a model may see, and the filters of a search as parameters and groups of the statement. */
import { type JsonObject, type Schema, isSecretParameter, isSecretProperty } from '@haft/runtime/language';
import { declaredFamily } from '../../../check/analysis/tables/columns.ts';
import type { FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import { firstSentence } from '../openapi/text.ts';
import { isHarmless } from '../literal.ts';
import { nameWords, snakeCase } from '../../../check/analysis/names/name-words.ts';
import type { LearnedColumn } from '../../../check/analysis/tables/learned.ts';
import { singular } from '../name-words.ts';

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
    !/^(?:json|list)$/.test(declaredFamily(one)) &&
    !table.opaque.includes(one.name) &&
    !(key.length === 1 && key[0] === one.name);
  const words = searched && rows <= MAX_SCANNED ? [contains(kind, searched, comments, column)] : [];
  const others = columns.filter((one) => isChosen(one) && one !== searched);
  return [
    ...words,
    ...others.flatMap((one) => (isDay(one) ? range(one, comments, column) : [equal(kind, one, table, column)])),
  ];
}

type Write = (name: string) => string;

function contains(kind: string, one: ReadColumn, comments: FoundTable['comments'], column: Write): Filter {
  const { name, word } = one;
  const description = about(one, comments, 'Words in the');
  const schema = { type: 'string', minLength: 1, maxLength: 100, description };
  const clause = `and ${column(name)} ${kind === 'postgres' ? 'ilike' : 'like'} {${word}}`;
  return { name: word, word, schema, clause, like: 'contains' };
}

function equal(kind: string, one: ReadColumn, table: FoundTable, column: Write): Filter {
  const { name, word } = one;
  const schema = { ...schemaOf(kind, one), description: about(one, table.comments, pointsTo(table, one)) };
  return { name: word, word, schema, clause: `and ${column(name)} = {${word}}` };
}

/** Of which table it is the key. */
function pointsTo({ references = [] }: FoundTable, { name }: ReadColumn): string {
  const other = references.find(({ columns }) => columns.length === 1 && columns[0] === name)?.table;
  return other === undefined
    ? 'Only those with this'
    : `Only those of one of the ${withSpaces(wordsOf({ name: other }).many)}, by its key:`;
}

/** Days from the first on, and before the last. */
function range(one: ReadColumn, comments: FoundTable['comments'], column: Write): Filter[] {
  const { name, word } = one;
  const side = (end: string, sign: string, description: string): Filter => ({
    name: `${word}_${end}`,
    word,
    schema: { type: 'string', format: 'date', description },
    clause: `and ${column(name)} ${sign} {${word}_${end}}`,
  });
  return [
    side('from', '>=', about(one, comments, 'Only those of this day or later, such as 2026-01-31, by')),
    side('before', '<', `Only those before this day, by ${withSpaces(word)}.`),
  ];
}

/** Days and moments, not the time of a day. */
export function isDay({ type }: ReadColumn): boolean {
  return /^(?:date|timestamp)/i.test(type);
}

/** What a model gives for a column. */
export function schemaOf(kind: string, column: ReadColumn): Schema {
  const { type, values } = column;
  if (values) return { type: 'string', enum: [...values] };
  const length = Number(/\((\d+)\)$/.exec(type)?.[1] ?? 0);
  const text: Schema = { type: 'string', maxLength: length > 0 ? Math.min(length, 4000) : 1000 };
  switch (declaredFamily(column)) {
    case 'integer':
      return { type: 'integer' };
    case 'number':
      return { type: 'number' };
    case 'boolean':
      return { type: 'boolean' };
    case 'json':
      // SQLite gives it back as a text.
      return kind === 'sqlite' ? text : { type: 'object' };
    case 'list':
      return { type: 'array', items: schemaOf(kind, { ...column, type: elementOf(type) }) };
    case 'moment':
      return { type: 'string', ...(formatOf(type) ?? { maxLength: 100 }) };
    default:
      return kind === 'mysql' && /^tinyint\(1\)/i.test(type) ? { type: 'boolean' } : text;
  }
}

/** `text[]` and `integer[]` of PostgreSQL. */
function elementOf(type: string): string {
  return type.replace(/\[\]$/, '');
}

/** What a model cannot write: lists of what is no scalar, and the types that the catalog names. */
export function isWritable({ opaque }: FoundTable, column: ReadColumn): boolean {
  if (opaque.includes(column.name)) return false;
  const element = declaredFamily({ type: elementOf(column.type) });
  return declaredFamily(column) !== 'list' || !/^(?:other|json|bytes|list)$/.test(element);
}

function formatOf(type: string): Schema | undefined {
  if (/^date$/i.test(type)) return { format: 'date' };
  if (/^(?:timestamp|datetime)/i.test(type)) return { format: 'date-time' };
  return /^uuid$/i.test(type) ? { format: 'uuid' } : undefined;
}

/** What is written in the database about a column, where a model may read it; otherwise its name, as results have it where it is not plain. */
export function about({ name, word }: ReadColumn, comments: FoundTable['comments'], what: string): string {
  const comment = firstSentence(comments[name], 160);
  return comment !== '' && isHarmless(comment) ? comment : `${what} ${word === name ? withSpaces(word) : name}.`;
}

export function withSpaces(word: string): string {
  return word.replaceAll('_', ' ');
}

/** A column that a result may have. */
export interface ReadColumn extends LearnedColumn {
  readonly name: string;
  /** The parameter and the member of the result: its name where that is plain. */
  readonly word: string;
}

/** `sales.order_items` → order_items, order_item; what is called after its module keeps that word. */
export function wordsOf({ name }: Pick<FoundTable, 'name'>): { readonly many: string; readonly one: string } {
  const words = nameWords(plain(name.split('.').at(-1) ?? name));
  const last = words.at(-1) ?? 'row';
  const one = singular(last);
  const before = words.slice(0, -1);
  return { many: [...before, one === last ? pluralOf(last) : last].join('_'), one: [...before, one].join('_') };
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Columns of bytes and those that are named like secrets are never read. */
export function readableColumns({ columns = {} }: FoundTable): readonly ReadColumn[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const isHidden = declaredFamily(column) === 'bytes' || isSecretName(name);
    return isHidden ? [] : [{ ...column, name, word: plain(name) }];
  });
}

/** A hash and a number of identification open nothing, and still are not for a model. */
function isSecretName(name: string): boolean {
  return [isSecretProperty, isSecretParameter].some((test) => test(name)) || PRIVATE.test(snakeCase(name));
}

const PRIVATE = /(?:^|_)(?:hash|salt|ssn)(?:_|$)/;

/** Lower case, with underscores. */
function plain(name: string): string {
  const word = snakeCase(name)
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '');
  return /^[a-z]/.test(word) ? word : `c_${word}`;
}

const NAMES = ['name', 'title', 'label', 'full_name', 'display_name', 'subject', 'email', 'username', 'code'];

/** By what people call a row. */
export function nameColumn(columns: readonly ReadColumn[]): ReadColumn | undefined {
  const texts = columns.filter((column) => declaredFamily(column) === 'text' && !column.values);
  const isName = (wanted: string) => (column: ReadColumn) =>
    column.word === wanted || (wanted.length > 4 ? column.word.endsWith(`_${wanted}`) : false);
  return NAMES.map((wanted) => texts.find(isName(wanted))).find((one) => one !== undefined);
}

/** Two keys of other tables and nothing of its own: what it says is said by them. */
export function isJunction(table: FoundTable): boolean {
  const { columns = {}, key = [], references = [] } = table;
  const pointing = new Set(references.flatMap((one) => one.columns));
  return references.length > 1 && Object.keys(columns).every((name) => pointing.has(name) || key.includes(name));
}
