/** The tools that add and change rows of a table: one row each time, never without its key. */
import type { Json, JsonObject } from '@haft/runtime/language';
import type { FoundTable } from '../../../check/analysis/tables/catalogs.ts';
import type { Loss } from '../imported.ts';
import { about, schemaOf, withSpaces } from './filters.ts';
import { type DatabaseTool, notFound } from './reads.ts';
import { type ReadColumn, readableColumns, wordsOf } from './table-parts.ts';

interface Writes {
  readonly tools: readonly DatabaseTool[];
  readonly losses: readonly Loss[];
}

export function writesOf(kind: string, table: FoundTable): Writes {
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
function orNull({ type, enum: values, ...rest }: JsonObject): JsonObject {
  return {
    type: [type as Json, 'null'],
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
