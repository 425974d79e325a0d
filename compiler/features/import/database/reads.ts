/** The tools that read a table: a search over its indexed columns, and one row by its primary key. */
import type { Json, JsonObject } from '@haft/runtime/language';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import { isHarmless } from '../literal.ts';
import { firstSentence } from '../openapi/text.ts';
import { withoutEmpty, loss } from '../builders.ts';
import type { ReadColumn } from './filters.ts';
import { about, filtersOf, isDay, schemaOf, withSpaces, nameColumn, readableColumns, wordsOf } from './filters.ts';

/** A tool of a table. */
export interface DatabaseTool {
  /** `table:orders#search` */
  readonly from: string;
  readonly name: string;
  readonly description: string;
  readonly effects: 'read' | 'write';
  readonly parameters: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** All of `sql:` but the database. */
  readonly sql: JsonObject;
}

/** Columns of a row in a list; the row itself has all. */
const MAX_LISTED = 8;

/** Rows of a page. */
const PAGE = 20;

const AFTER = {
  type: 'string',
  maxLength: 500,
  description: 'The `next` of an earlier result, for the rows after it.',
};

/** A table, those that have tools, and all of the database. */
interface Reading {
  readonly kind: string;
  readonly table: FoundTable;
  readonly readable: readonly ReadColumn[];
  readonly tables: readonly FoundTable[];
  readonly allTables: readonly FoundTable[];
}

/** `nameFor` makes a name that no other tool has. */
export function readsOf(source: Omit<Reading, 'readable'>, nameFor: (wanted: string) => string) {
  const { table } = source;
  const readable = readableColumns(table);
  const reading = { ...source, readable };
  const listed = listedColumns(table, readable);
  const others = readable.length - listed.length;
  const hidden = Object.keys(table.columns ?? {}).length - readable.length;
  const named = (tool: DatabaseTool): DatabaseTool => ({ ...tool, name: nameFor(tool.name) });
  const search = named(searchTool(reading, listed));
  const get = [getTool(reading) ?? []].flat().map(named);
  const elsewhere = get.map(({ name }) => `, which ${name} has`).join('');
  const messages = [
    others > 0 ? `A search of "${table.name}" leaves out ${pluralize(others, 'column')}${elsewhere}.` : [],
    hidden > 0 ? `No tool reads ${pluralize(hidden, 'column')} of "${table.name}": bytes, or named like a secret.` : [],
  ].flat();
  const hint = 'Add those that a model needs to the statement.';
  const losses = messages.map((message) => loss('lossy', `table:${table.name}`, 'columns', message, hint));
  return { tools: [search, ...get], losses };
}

/** The key, the name, what points elsewhere, days and states first; then as they come. */
function listedColumns(table: FoundTable, readable: readonly ReadColumn[]): readonly ReadColumn[] {
  const { key = [], references = [] } = table;
  const pointing = new Set(references.flatMap(({ columns }) => columns));
  const named = nameColumn(readable);
  const isFirst = [
    (one: ReadColumn) => key.includes(one.name),
    (one: ReadColumn) => one === named,
    (one: ReadColumn) => pointing.has(one.name),
    (one: ReadColumn) => one.values !== undefined,
    isDay,
    () => true,
  ];
  const weight = (one: ReadColumn): number => isFirst.findIndex((test) => test(one));
  if (readable.length <= MAX_LISTED + 2) return readable;
  const chosen = new Set(readable.toSorted((a, b) => weight(a) - weight(b)).slice(0, Math.max(MAX_LISTED, key.length)));
  return readable.filter((one) => chosen.has(one));
}

function searchTool({ kind, table, allTables }: Reading, listed: readonly ReadColumn[]): DatabaseTool {
  const { key = [], name, isView } = table;
  const { many } = wordsOf(table);
  const rows = withSpaces(many);
  const column = columnOf(table);
  const filters = filtersOf(kind, table, listed, column).filter(
    (one, at, all) => all.findIndex((other) => other.name === one.name) === at,
  );
  const isPaged = !isView && key.every((part) => listed.some((one) => one.name === part));
  const parameters = Object.fromEntries(filters.map((one) => [one.name, one.schema]));
  const like = Object.fromEntries(filters.flatMap((one) => (one.like ? [[one.name, one.like]] : [])));
  const order = key.length > 0 ? key : listed.slice(0, 1).map((one) => one.name);
  const statement: Json[] = [
    selectText(table, allTables, listed),
    ...(filters.length > 0 || isPaged ? ['where true'] : []),
    ...filters.map(({ clause }) => [clause]),
    ...(isPaged ? [['and {after}']] : []),
    `order by ${order.map(column).join(', ')}`,
  ];
  const by = [...new Set(filters.map((one) => withSpaces(one.word)))].slice(0, 5);
  const [verb, text] =
    filters.length > 0
      ? ['search', `Searches ${rows} by ${eitherOf(by)}.`]
      : ['list', `Lists ${isPaged ? `all ${rows} that there are, ${PAGE} at a time` : `the first ${PAGE} ${rows}`}.`];
  return {
    from: `table:${name}#search`,
    name: `${verb}_${many}`,
    description: withComment(text, table),
    effects: 'read',
    parameters: { ...parameters, ...(isPaged && { after: AFTER }) },
    required: [],
    sql: { ...withoutEmpty({ statement, like, resume: isPaged ? 'after' : undefined }), max_rows: PAGE },
  };
}

/** With the names of what a row points to, and further columns. */
function selectText(
  table: FoundTable,
  allTables: readonly FoundTable[],
  columns: readonly ReadColumn[],
  more: readonly string[] = [],
): string {
  const names = joinedNames(table, allTables);
  const own = columns.map(({ name }) => columnOf(table)(name));
  const joins = [`${table.quoted['']} t`, ...names.map(({ join }) => join)];
  return `select ${[...own, ...names.map(({ column }) => column), ...more].join(', ')} from ${joins.join(' ')}`;
}

function eitherOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

function getTool({ kind, table, readable, tables, allTables }: Reading): DatabaseTool | undefined {
  const { key = [], name, comments } = table;
  const keys = key.flatMap((part) => readable.find((one) => one.name === part) ?? []);
  if (keys.length === 0 || keys.length < key.length) return undefined;
  const { many, one } = wordsOf(table);
  const column = columnOf(table);
  const keySchema = (part: ReadColumn): JsonObject => {
    const what = `Key of one of the ${withSpaces(many)}, as a search returns it:`;
    return { ...schemaOf(kind, part), description: about(part, comments, what) };
  };
  const counts = tables.flatMap((child) => countOf(child, table, column));
  const named = keys.map(({ word }) => withSpaces(word)).join(' and ');
  const wanted = keys.map((part) => `${column(part.name)} = {${part.word}}`).join(' and ');
  return {
    from: `table:${name}#get`,
    name: `get_${one}`,
    description: withComment(`Reads one of the ${withSpaces(many)}, by its ${named}.`, table),
    effects: 'read',
    parameters: Object.fromEntries(keys.map((part) => [part.word, keySchema(part)])),
    required: keys.map(({ word }) => word),
    sql: {
      statement: [selectText(table, allTables, readable, counts), `where ${wanted}`],
      rows: 'one',
      on_none: notFound(table, keys),
    },
  };
}

/** What a model reads where no row has the key. */
export function notFound(table: FoundTable, keys: readonly ReadColumn[]): JsonObject {
  const { many, one } = wordsOf(table);
  return {
    error: `There is no ${withSpaces(one)} with this ${keys.map(({ word }) => withSpaces(word)).join(' and ')}.`,
    code: 'not_found',
    retry_hint: `Look for it among the ${withSpaces(many)} first.`,
  };
}

/** How many rows of another table point to this one, where an index finds them. */
function countOf(child: FoundTable, { name, key = [] }: FoundTable, column: (name: string) => string) {
  const reference = (child.references ?? []).find((one) => one.table === name && one.columns.length === 1);
  const [pointing = ''] = reference?.columns ?? [];
  const [to = key[0] ?? ''] = reference?.to ?? [];
  if (!reference || child.name === name || !child.indexes.some(([first]) => first === pointing)) return [];
  const own = child.quoted[pointing] ?? pointing;
  return [
    `(select count(*) from ${child.quoted['']} c where c.${own} = ${column(to)}) as ${wordsOf(child).many}_count`,
  ];
}

/** The names of what a row points to, one step away. */
function joinedNames({ references = [], columns: own = {}, quoted }: FoundTable, allTables: readonly FoundTable[]) {
  const names = new Set(Object.keys(own));
  return references.slice(0, 4).flatMap(({ columns: [from, second], table, to }, at) => {
    const other = allTables.find(({ name }) => name === table);
    const named = other && nameColumn(readableColumns(other));
    const [target = other?.key?.[0]] = to;
    const word = other && named ? `${wordsOf(other).one}_${named.word}` : '';
    if (!other || !named || target === undefined || from === undefined || second !== undefined || names.has(word))
      return [];
    names.add(word);
    const write = (name: string): string => other.quoted[name] ?? name;
    return [
      {
        column: `r${at}.${write(named.name)} as ${word}`,
        join: `left join ${write('')} r${at} on r${at}.${write(target)} = t.${quoted[from] ?? from}`,
      },
    ];
  });
}

function columnOf({ quoted }: FoundTable): (name: string) => string {
  return (name) => `t.${quoted[name] ?? name}`;
}

/** And what is written in the database about the table, where a model may read it. */
function withComment(text: string, { comments }: FoundTable): string {
  const comment = firstSentence(comments['']);
  return comment !== '' && isHarmless(comment) ? `${text} ${comment}` : text;
}
