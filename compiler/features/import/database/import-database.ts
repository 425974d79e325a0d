/** Tables of a database as specs: a server, and for each table a search, a lookup by its key and, where they are wanted, writes (one row each time, never without its key). */
import { compareText } from '../../../base/diagnostic.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { JsonObject } from '@haft/runtime/language';
import type { FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import type { ImportResult, ImportedDocument, Loss } from '../imported.ts';
import { freeName } from '../literal.ts';
import { mostCharacters } from '../tool-names.ts';
import { type DatabaseTool, readsOf, notFound } from './reads.ts';
import { isJunction, readableColumns, about, schemaOf, withSpaces, type ReadColumn, wordsOf } from './filters.ts';

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
const DATABASE = 'main';

export function importDatabase(server: string, from: DatabaseImport): ImportResult {
  const tables = from.found
    .filter(({ name }) => from.chosen.includes(name))
    .toSorted((a, b) => compareText(a.name, b.name));
  const losses: Loss[] = from.chosen
    .filter((name) => !from.found.some((one) => one.name === name))
    .map((name) =>
      skippedTable(name, `The database has no table "${name}" that this login reads.`, 'Ask for the list: --list.'),
    );
  const possible = tables.filter((table) => obstacle(table) === undefined);
  const tableTools = tables.flatMap((table) => {
    const why = obstacle(table);
    if (why !== undefined)
      losses.push(
        skippedTable(
          table.name,
          `The ${table.isView ? 'view' : 'table'} "${table.name}" is not imported: ${why}`,
          HINT,
        ),
      );
    return why === undefined ? [toolsOf(table, possible, from)] : [];
  });
  const tools = tableTools.flatMap((one) => one.tools);
  return {
    documents: tools.length === 0 ? [] : [serverOf(server, from, possible), ...documentsOf(server, tools)],
    files: [],
    losses: [...losses, ...tableTools.flatMap((one) => one.losses)],
  };
}

const HINT = 'Write a statement for it as a tool, or make a view of what a model needs.';

/** Why no tool can be made of a table. */
function obstacle(table: FoundTable): string | undefined {
  const { key = [], columns = {}, isView } = table;
  if (Object.keys(columns).length === 0) return 'its columns are not known.';
  if (!isView && key.length === 0) return 'it has no primary key, by which a row could be named.';
  return readableColumns(table).length === 0 ? 'all of its columns are bytes or secrets.' : undefined;
}

/** What `--list` says before anything is chosen. */
export function listText(tables: readonly FoundTable[]): string {
  const lines = tables.map((table) => {
    const { name, isView, rows, columns = {} } = table;
    const count = rows === undefined ? '' : `, about ${pluralize(rows, 'row')}`;
    const reason = obstacle(table) ?? (isJunction(table) ? 'it only connects other tables; name it to import it.' : '');
    return `  ${name}  ${isView ? 'view' : 'table'}, ${sizeOf(Object.keys(columns).length)}${count}${reason === '' ? '' : `; not proposed: ${reason}`}`;
  });
  return [...lines, ''].join('\n');
}

function sizeOf(columns: number): string {
  return columns === 0 ? 'columns not known' : pluralize(columns, 'column');
}

/** Views first: what they show was chosen by a person. */
export function proposedTables(tables: readonly FoundTable[]): readonly string[] {
  const good = tables.filter((table) => obstacle(table) === undefined && !isJunction(table));
  return [...good.filter((one) => one.isView), ...good.filter((one) => !one.isView)].map(({ name }) => name);
}

function skippedTable(name: string, message: string, hint: string): Loss {
  return { kind: 'skipped', subject: 'tables', from: `table:${name}`, message, hint };
}

function serverOf(server: string, { database, env }: DatabaseImport, tables: readonly FoundTable[]): ImportedDocument {
  const names = tables.map(({ name }) => name).slice(0, 6);
  const value = {
    kind: 'server',
    from: 'database',
    name: server,
    version: '1.0.0',
    summary: `Reads the database of ${server}: ${names.join(', ')}${tables.length > names.length ? ' and others' : ''}.`,
    env,
    databases: { [DATABASE]: database },
  };
  return { file: 'server.yaml', value, notes: [] };
}

function toolsOf(table: FoundTable, tables: readonly FoundTable[], { kind, found, writes }: DatabaseImport) {
  const reading = readsOf(kind, table, tables, found);
  const writing = writes ? writesOf(kind, table) : { tools: [], losses: [] };
  return { tools: [...reading.tools, ...writing.tools], losses: [...reading.losses, ...writing.losses] };
}

function documentsOf(server: string, tools: readonly DatabaseTool[]): ImportedDocument[] {
  const max = mostCharacters(server);
  const names = new Set<string>();
  return tools.map(({ from, name: wanted, description, effects, parameters, required, sql }) => {
    const name = freeName(wanted.slice(0, max).replace(/(?<!_)_+$/, ''), (one) => names.has(one));
    names.add(name);
    const value = {
      kind: 'tool',
      from,
      name,
      description,
      effects,
      ...(Object.keys(parameters).length > 0 && { parameters }),
      ...(required.length > 0 && { required }),
      sql: { database: DATABASE, ...sql },
    };
    return { file: 'tools.yaml', value, notes: [] };
  });
}

function writesOf(kind: string, table: FoundTable) {
  const { isView, rights, name } = table;
  if (isView) return { tools: [], losses: [] };
  const may = (right: string): boolean => rights === undefined || rights.includes(right);
  const tools = [
    may('insert') ? addTool(kind, table) : 'the login may not add rows',
    may('update') ? updateTool(kind, table) : 'the login may not change rows',
  ];
  return {
    tools: tools.filter((one) => typeof one !== 'string'),
    losses: tools.flatMap((one): Loss[] =>
      typeof one === 'string'
        ? [
            {
              kind: 'skipped',
              subject: 'writes',
              from: `table:${name}`,
              message: `The table "${name}" has a write less: ${one}.`,
              hint: 'Write it as a tool by hand.',
            },
          ]
        : [],
    ),
  };
}

/** Columns that a caller gives: what the database computes, it computes. */
function givenColumns(table: FoundTable): readonly ReadColumn[] {
  return readableColumns(table).filter(({ name }) => !table.computed.includes(name));
}

function addTool(kind: string, table: FoundTable): DatabaseTool | string {
  const { columns = {}, filled, computed, name, quoted, comments } = table;
  const writable = givenColumns(table);
  const needed = Object.entries(columns).filter(
    ([own, { nullable }]) => nullable !== true && !filled.includes(own) && !computed.includes(own),
  );
  const hidden = needed.find(([own]) => !writable.some((one) => one.name === own));
  if (hidden) return `a new row needs "${hidden[0]}", which holds bytes or is named like a secret`;
  const inputs = writable.filter((one) => !filled.includes(one.name));
  if (inputs.length === 0) return 'the database fills every column of a new row';
  const { one } = wordsOf(table);
  const schemaFor = (column: ReadColumn): JsonObject => {
    const schema = {
      ...schemaOf(kind, column),
      description: about(column, comments, `Of the new ${withSpaces(one)}:`),
    };
    return column.nullable === true ? orNull(schema) : schema;
  };
  return {
    from: `table:${name}#add`,
    name: `add_${one}`,
    description: `Adds one row to the ${withSpaces(wordsOf(table).many)}.`,
    effects: 'write',
    parameters: Object.fromEntries(inputs.map((column) => [column.word, schemaFor(column)])),
    required: inputs.map(({ word }) => word),
    sql: {
      statement: `insert into ${quoted['']} (${inputs.map((column) => quoted[column.name] ?? column.name).join(', ')}) values (${inputs.map(({ word }) => `{${word}}`).join(', ')})`,
      rows: 'affected',
      expect: 1,
    },
  };
}

/** A statement has a place for every value: what is not known is null. */
function orNull({ type, enum: values, ...rest }: ReturnType<typeof schemaOf>): JsonObject {
  return {
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
    ...rest,
    description: `${String(rest['description'])} Null where it is not known.`,
  };
}

/** `set id = id` changes nothing, and is there when no other column is given. */
function updateTool(kind: string, table: FoundTable): DatabaseTool | string {
  const { key = [], computed, name, quoted, comments } = table;
  const writable = givenColumns(table);
  const keys = readableColumns(table).filter((one) => key.includes(one.name));
  const changed = writable.filter((one) => !key.includes(one.name));
  const [first] = keys;
  if (keys.length !== key.length || !first) return 'its key is not readable';
  if (changed.length === 0) return 'its key is its only column';
  if (computed.includes(first.name)) return `the database alone sets "${first.name}"`;
  const { one } = wordsOf(table);
  const written = (column: ReadColumn): string => quoted[column.name] ?? column.name;
  const schemaFor = (column: ReadColumn): JsonObject => {
    const what = keys.includes(column) ? `Key of the ${withSpaces(one)} that is changed:` : 'The new';
    return { ...schemaOf(kind, column), description: about(column, comments, what) };
  };
  return {
    from: `table:${name}#update`,
    name: `update_${one}`,
    description: `Changes one row of the ${withSpaces(wordsOf(table).many)}: only what is given.`,
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
