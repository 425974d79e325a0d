/** The tools that read a table: a search over its indexed columns, and one row by its primary key. */
import type { Json, JsonObject } from '@haft/runtime/language';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import { isHarmless } from '../literal.ts';
import { firstSentence } from '../openapi/text.ts';
import type { Loss } from '../imported.ts';
import type { ReadColumn } from './filters.ts';
import { about, filtersOf, isDay, schemaOf, withSpaces, nameColumn, readableColumns, wordsOf } from './filters.ts';

/** A tool before it has its final name. */
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

/** `tables` are those that have tools, `allTables` all of the database. */
export function readsOf(
  kind: string,
  table: FoundTable,
  tables: readonly FoundTable[],
  allTables: readonly FoundTable[],
): { readonly tools: readonly DatabaseTool[]; readonly losses: readonly Loss[] } {
  const readable = readableColumns(table);
  const listed = listedColumns(table, readable);
  const others = readable.length - listed.length;
  const hidden = Object.keys(table.columns ?? {}).length - readable.length;
  const { many, one } = wordsOf(table);
  const get = getTool(kind, table, readable, tables, allTables);
  const losses = [
    ...(others > 0
      ? [
          leftOutColumn(
            table,
            `A search of "${table.name}" leaves out ${pluralize(others, 'column')}${get ? `, which get_${one} has` : ''}.`,
          ),
        ]
      : []),
    ...(hidden > 0
      ? [
          leftOutColumn(
            table,
            `No tool reads ${pluralize(hidden, 'column')} of "${table.name}": bytes, or named like a secret.`,
          ),
        ]
      : []),
  ];
  return { tools: [searchTool({ kind, table, listed, allTables, many }), ...(get ? [get] : [])], losses };
}

function leftOutColumn({ name }: FoundTable, message: string): Loss {
  return {
    kind: 'lossy',
    subject: 'columns',
    from: `table:${name}`,
    message,
    hint: 'Add those that a model needs to the statement.',
  };
}

/** The key, the name, what points elsewhere, days and states first; then as they come. */
function listedColumns(table: FoundTable, readable: readonly ReadColumn[]): readonly ReadColumn[] {
  const { key = [], references = [] } = table;
  const pointing = new Set(references.flatMap(({ columns }) => columns));
  const named = nameColumn(readable);
  const weight = (one: ReadColumn): number =>
    [key.includes(one.name), one === named, pointing.has(one.name), one.values !== undefined, isDay(one), true].indexOf(
      true,
    );
  if (readable.length <= MAX_LISTED + 2) return readable;
  const chosen = new Set(readable.toSorted((a, b) => weight(a) - weight(b)).slice(0, Math.max(MAX_LISTED, key.length)));
  return readable.filter((one) => chosen.has(one));
}

interface Search {
  readonly kind: string;
  readonly table: FoundTable;
  readonly listed: readonly ReadColumn[];
  readonly allTables: readonly FoundTable[];
  readonly many: string;
}

function searchTool({ kind, table, listed, allTables, many }: Search): DatabaseTool {
  const { key = [], name, isView } = table;
  const column = columnOf(table);
  const filters = filtersOf(kind, table, listed, column).filter(
    (one, at, all) => all.findIndex((other) => other.name === one.name) === at,
  );
  const like = filters.flatMap((one) => (one.like ? [[one.name, one.like]] : []));
  const isPaged = !isView && key.every((part) => listed.some((one) => one.name === part));
  const { columns, joins } = joinedNames(table, allTables);
  const parameters = Object.fromEntries(filters.map((one) => [one.name, one.schema]));
  const statement: Json[] = [
    `select ${[...listed.map(({ name: own }) => column(own)), ...columns].join(', ')} from ${[`${table.quoted['']} t`, ...joins].join(' ')}`,
    ...(filters.length > 0 || isPaged ? ['where true'] : []),
    ...filters.map(({ clause }) => [clause]),
    ...(isPaged ? [['and {after}']] : []),
    `order by ${(key.length > 0 ? key : listed.slice(0, 1).map((one) => one.name)).map(column).join(', ')}`,
  ];
  const by = [...new Set(filters.map((one) => withSpaces(one.word)))].slice(0, 5);
  return {
    from: `table:${name}#search`,
    name: `${filters.length > 0 ? 'search' : 'list'}_${many}`,
    description: sentences(
      filters.length > 0
        ? `Searches ${withSpaces(many)} by ${eitherOf(by)}.`
        : `Lists all ${withSpaces(many)} that there are, ${PAGE} at a time.`,
      commentOf(table),
    ),
    effects: 'read',
    parameters: { ...parameters, ...(isPaged && { after: AFTER }) },
    required: [],
    sql: {
      statement,
      ...(like.length > 0 && { like: Object.fromEntries(like) }),
      ...(isPaged && { resume: 'after' }),
      max_rows: PAGE,
    },
  };
}

function eitherOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

function getTool(
  kind: string,
  table: FoundTable,
  readable: readonly ReadColumn[],
  tables: readonly FoundTable[],
  allTables: readonly FoundTable[],
): DatabaseTool | undefined {
  const { key = [], name, comments } = table;
  const keys = key.map((part) => readable.find((one) => one.name === part));
  if (keys.length === 0 || keys.includes(undefined)) return undefined;
  const keyColumns = keys.filter((one) => one !== undefined);
  const { many, one } = wordsOf(table);
  const column = columnOf(table);
  const { columns, joins } = joinedNames(table, allTables);
  const keySchema = (part: ReadColumn): JsonObject => {
    const what = `Key of one of the ${withSpaces(many)}, as a search returns it:`;
    return { ...schemaOf(kind, part), description: about(part, comments, what) };
  };
  const counts = tables.flatMap((child) => countOf(child, table, column));
  const named = keyColumns.map(({ word }) => withSpaces(word));
  return {
    from: `table:${name}#get`,
    name: `get_${one}`,
    description: sentences(`Reads one of the ${withSpaces(many)}, by its ${named.join(' and ')}.`, commentOf(table)),
    effects: 'read',
    parameters: Object.fromEntries(keyColumns.map((part) => [part.word, keySchema(part)])),
    required: keyColumns.map(({ word }) => word),
    sql: {
      statement: [
        `select ${[...readable.map(({ name: own }) => column(own)), ...columns, ...counts].join(', ')} from ${[`${table.quoted['']} t`, ...joins].join(' ')}`,
        `where ${keyColumns.map((part) => `${column(part.name)} = {${part.word}}`).join(' and ')}`,
      ],
      rows: 'one',
      on_none: notFound(table, keyColumns),
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
  const joined = references.slice(0, 4).flatMap(({ columns: [from, second], table, to }, at) => {
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
  return { columns: joined.map(({ column }) => column), joins: joined.map(({ join }) => join) };
}

function columnOf({ quoted }: FoundTable): (name: string) => string {
  return (name) => `t.${quoted[name] ?? name}`;
}

/** What is written in the database about a table, where a model may read it. */
function commentOf({ comments }: FoundTable): string {
  const comment = firstSentence(comments['']);
  return comment !== '' && isHarmless(comment) ? comment : '';
}

function sentences(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}
