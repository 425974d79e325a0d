/** Tables of a database as specs: a server, and for each table a search, a lookup by its key and, where they are wanted, writes (one row each time, never without its key). */
import { compareText } from '../../../base/diagnostic.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { JsonObject } from '@haft/runtime/language';
import type { FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import type { ImportResult, ImportedDocument, Loss, MadeTool } from '../imported.ts';
import { importOf, loss, serverDocument, toolDocument } from '../builders.ts';
import { cutName, distinctNames, literal } from '../literal.ts';
import { orNull } from '../openapi/own-schema.ts';
import { mostCharacters } from '../tool-names.ts';
import { type DatabaseTool, readsOf, notFound } from './reads.ts';
import {
  isJunction,
  isWritable,
  readableColumns,
  about,
  schemaOf,
  withSpaces,
  type ReadColumn,
  wordsOf,
} from './filters.ts';

interface DatabaseImport {
  readonly kind: string;
  /** The value of `databases.<name>`, and what it needs. */
  readonly database: JsonObject;
  readonly env: JsonObject;
  /** All tables of the database. */
  readonly found: readonly FoundTable[];
  /** Those that were chosen, by name. */
  readonly chosen: readonly string[];
  /** Whether rows can be added and changed. */
  readonly writes: boolean;
}

/** The name under `databases:`. */
export const DATABASE = 'main';

export function importDatabase(server: string, given: DatabaseImport): ImportResult {
  const from = { ...given, found: given.found.map(inTemplates) };
  const tables = from.found
    .filter(({ name }) => from.chosen.includes(name))
    .toSorted((a, b) => compareText(a.name, b.name));
  const unknown = from.chosen
    .filter((name) => !from.found.some((one) => one.name === name))
    .map((name) => {
      const message = `The database has no table "${name}" that this login reads.`;
      return skippedTable(name, message, 'Ask for the list: --list.');
    });
  const skipped = tables.flatMap((table) => {
    const why = obstacle(table);
    const what = `The ${table.isView ? 'view' : 'table'} "${table.name}" is not imported: ${why}`;
    // Another view would have the same obstacle.
    const isLast = table.isView || from.kind === 'sqlite';
    const hint = isLast ? BY_HAND : `${BY_HAND} A view of what a model needs can be imported as well.`;
    return why === undefined ? [] : [skippedTable(table.name, what, hint)];
  });
  const possible = tables.filter((table) => obstacle(table) === undefined);
  const distinct = distinctNames();
  const nameFor = (name: string): string => distinct(cutName(name, mostCharacters(server)));
  const tools = possible.flatMap((table) => toolsOf(table, possible, from, nameFor));
  return importOf(serverOf(server, from, possible), tools, [...unknown, ...skipped]);
}

const BY_HAND = 'Write a statement for it as a tool: docs/databases.md shows how.';

/** A statement is a template. */
function inTemplates(table: FoundTable): FoundTable {
  const quoted = Object.entries(table.quoted).map(([name, text]) => [name, literal(text)]);
  return { ...table, quoted: Object.fromEntries(quoted) };
}

const NO_COLUMNS = 'its columns are not in the catalog (SQLite has none of a view or a virtual table there).';

/** Why no tool can be made of a table. */
function obstacle(table: FoundTable): string | undefined {
  const { key = [], columns = {}, isView } = table;
  if (Object.keys(columns).length === 0) return NO_COLUMNS;
  if (!isView && key.length === 0) return 'it has no primary key, by which a row could be named.';
  return readableColumns(table).length === 0 ? 'all of its columns are bytes or secrets.' : undefined;
}

/** What `--list` says before anything is chosen. */
export function listText(tables: readonly FoundTable[]): string {
  const lines = tables.map((table) => {
    const { name, isView, rows, columns = {} } = table;
    const width = Object.keys(columns).length;
    const size = width === 0 ? 'no columns in the catalog' : pluralize(width, 'column');
    const count = rows === undefined ? '' : `, about ${pluralize(rows, 'row')}`;
    const reason = obstacle(table) ?? (isJunction(table) ? 'it only connects other tables; name it to import it.' : '');
    const end = reason === '' ? '' : `; not proposed: ${reason}`;
    return `  ${name}  ${isView ? 'view' : 'table'}, ${size}${count}${end}\n`;
  });
  return lines.join('');
}

/** Views first: what they show was chosen by a person. */
export function proposedTables(tables: readonly FoundTable[]): readonly string[] {
  const good = tables.filter((table) => obstacle(table) === undefined && !isJunction(table));
  return [...good.filter((one) => one.isView), ...good.filter((one) => !one.isView)].map(({ name }) => name);
}

function skippedTable(name: string, message: string, hint: string): Loss {
  return loss('skipped', `table:${name}`, 'tables', message, hint);
}

function serverOf(server: string, { database, env }: DatabaseImport, tables: readonly FoundTable[]): ImportedDocument {
  const names = tables.map(({ name }) => name).slice(0, 6);
  const summary = `Reads the database of ${server}: ${names.join(', ')}${tables.length > names.length ? ' and others' : ''}.`;
  return serverDocument('database', server, { summary, env, databases: { [DATABASE]: database } });
}

function toolsOf(
  table: FoundTable,
  tables: readonly FoundTable[],
  { kind, found, writes }: DatabaseImport,
  nameFor: (wanted: string) => string,
): MadeTool[] {
  const reading = readsOf({ kind, table, tables, allTables: found }, nameFor);
  const writing = writes && !table.isView ? [addTool(kind, table), updateTool(kind, table)] : [];
  const refused = writing.filter((one) => typeof one === 'string');
  const named = writing.filter((one) => typeof one !== 'string').map((one) => ({ ...one, name: nameFor(one.name) }));
  const losses = [
    ...reading.losses,
    ...(writing.length > refused.length ? opaqueLosses(table) : []),
    ...refused.map((why) => {
      const message = `The table "${table.name}" has a write less: ${why}.`;
      return loss('skipped', `table:${table.name}`, 'writes', message, 'Write it as a tool by hand.');
    }),
  ];
  return [...[...reading.tools, ...named].map(madeOf), { losses }];
}

function opaqueLosses(table: FoundTable): Loss[] {
  const names = readableColumns(table).filter((one) => !isWritable(table, one));
  if (names.length === 0) return [];
  const message = `No tool writes ${names.map(({ name }) => `"${name}"`).join(', ')} of "${table.name}": a model cannot write values of this type.`;
  return [
    loss('lossy', `table:${table.name}`, 'columns', message, 'Write a statement that makes the value of parameters.'),
  ];
}

function madeOf({ from, name, sql, ...keys }: DatabaseTool): MadeTool {
  return { document: toolDocument(from, name, { ...keys, sql: { database: DATABASE, ...sql } }), losses: [] };
}

function may({ rights }: FoundTable, right: string): boolean {
  return rights === undefined || rights.includes(right);
}

/** Columns that a caller gives: what the database computes, it computes. */
function givenColumns(table: FoundTable): readonly ReadColumn[] {
  return readableColumns(table).filter((one) => !table.computed.includes(one.name) && isWritable(table, one));
}

function addTool(kind: string, table: FoundTable): DatabaseTool | string {
  const { columns = {}, filled, computed, name, quoted, comments } = table;
  if (!may(table, 'insert')) return 'the login may not add rows';
  const writable = givenColumns(table);
  const needed = Object.entries(columns).filter(
    ([own, { nullable }]) => nullable !== true && !filled.includes(own) && !computed.includes(own),
  );
  const hidden = needed.find(([own]) => !writable.some((one) => one.name === own));
  if (hidden)
    return `a new row needs "${hidden[0]}", which holds bytes, has a type that a model cannot write, or is named like a secret`;
  const inputs = writable.filter((one) => !filled.includes(one.name));
  if (inputs.length === 0) return 'the database fills every column of a new row';
  const { one, many } = wordsOf(table);
  const schemaFor = (column: ReadColumn) => {
    const description = about(column, comments, `Of the new ${withSpaces(one)}:`);
    const schema = schemaOf(kind, column);
    if (column.nullable !== true) return { ...schema, description };
    // A statement has a place for every value: what is not known is null.
    return { ...orNull(schema), description: `${description} Null where it is not known.` };
  };
  const names = inputs.map((column) => quoted[column.name] ?? column.name).join(', ');
  const values = inputs.map(({ word }) => `{${word}}`).join(', ');
  return {
    from: `table:${name}#add`,
    name: `add_${one}`,
    description: `Adds one row to the ${withSpaces(many)}.`,
    effects: 'write',
    parameters: Object.fromEntries(inputs.map((column) => [column.word, schemaFor(column)])),
    required: inputs.map(({ word }) => word),
    sql: { statement: `insert into ${quoted['']} (${names}) values (${values})`, rows: 'affected', expect: 1 },
  };
}

/** `set id = id` changes nothing, and is there when no other column is given. */
function updateTool(kind: string, table: FoundTable): DatabaseTool | string {
  const { key = [], computed, name, quoted, comments } = table;
  if (!may(table, 'update')) return 'the login may not change rows';
  const writable = givenColumns(table);
  const keys = readableColumns(table).filter((one) => key.includes(one.name));
  const changed = writable.filter((one) => !key.includes(one.name));
  const [first] = keys;
  if (keys.length !== key.length || !first) return 'its key is not readable';
  if (changed.length === 0) return 'its key is its only column';
  if (computed.includes(first.name)) return `the database alone sets "${first.name}"`;
  const { one, many } = wordsOf(table);
  const written = (column: ReadColumn): string => quoted[column.name] ?? column.name;
  const schemaFor = (column: ReadColumn): JsonObject => {
    const what = keys.includes(column) ? `Key of the ${withSpaces(one)} that is changed:` : 'The new';
    return { ...schemaOf(kind, column), description: about(column, comments, what) };
  };
  return {
    from: `table:${name}#update`,
    name: `update_${one}`,
    description: `Changes one row of the ${withSpaces(many)}: only what is given.`,
    effects: 'write',
    parameters: Object.fromEntries([...keys, ...changed].map((column) => [column.word, schemaFor(column)])),
    required: keys.map(({ word }) => word),
    sql: {
      statement: [
        `update ${quoted['']} set ${written(first)} = ${written(first)}`,
        ...changed.map((column) => [`, ${written(column)} = {${column.word}}`]),
        `where ${keys.map((column) => `${written(column)} = {${column.word}}`).join(' and ')}`,
      ],
      rows: 'affected',
      expect: 1,
      on_none: notFound(table, keys),
    },
  };
}
