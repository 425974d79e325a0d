/** What is known of a column that a statement names, and which values of JSON it takes and gives. */
import { type AnyType, type Schema, ownMember } from '@haft/runtime/language';
import { filterMemo } from '../../../base/memo.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { type StatementSpec, partsIn, statementsOf } from '../../../spec/behaviors/sql-shape.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import {
  type LearnedColumn,
  type LearnedDatabase,
  type LearnedDatabases,
  type LearnedTable,
  learnedName,
} from './learned.ts';
import { type ColumnUse, type StatementUses, usesOf } from './statement-uses.ts';

/** A statement of a tool and its database, where that was learned. */
export interface LearnedStatement {
  /** Below `sql`. */
  readonly path: NodePath;
  readonly spec: StatementSpec;
  readonly uses: StatementUses;
  readonly database: LearnedDatabase;
}

const withStatement = filterMemo(({ spec }: ToolPart) => spec.sql !== undefined);

/** Tools of `sql:` whose database was learned. */
export function* learnedIn({
  toolLists,
  settings,
}: SpecDraft): Iterable<readonly [tool: ToolPart, statements: readonly LearnedStatement[]]> {
  const tools = toolLists.flatMap(withStatement);
  const learned = tools.length > 0 ? settings.learned?.() : undefined;
  for (const tool of tools) {
    const statements = learnedStatements(tool, learned);
    if (statements.length > 0) yield [tool, statements];
  }
}

export function learnedStatements(tool: ToolPart, learned: LearnedDatabases | undefined): readonly LearnedStatement[] {
  const { sql } = tool.spec;
  const server = tool.server?.spec.name;
  const database =
    sql && learned && server !== undefined ? ownMember(learned, learnedName(server, sql.database)) : undefined;
  if (!sql || !database) return [];
  return statementsOf(sql).map(({ path, spec }) => ({ path, spec, uses: usesOf(statementText(spec)), database }));
}

/** The one whose rows are the result: of steps each has its own. */
export function resultStatement(tool: ToolPart, statements: readonly LearnedStatement[]): LearnedStatement | undefined {
  return tool.spec.sql?.steps ? undefined : statements[0];
}

/** With every optional part, and the first text of each choice. */
export function statementText({ statement, choose = {} }: StatementSpec): string {
  const whole = partsIn(statement).flat().join(' ');
  return Object.entries(choose).reduce(
    (text, [name, texts]) => text.replaceAll(`{${name}}`, Object.values(texts)[0] ?? ''),
    whole,
  );
}

/** Columns that every table has. */
const OF_EVERY_TABLE = /^(?:rowid|oid|_rowid_|ctid|xmin|xmax|cmin|cmax|tableoid)$/i;

/** The column, the tables without it, or undefined if not all of them are known. */
export function columnOf(
  { name, tables }: ColumnUse,
  { kind, tables: tablesByName }: LearnedDatabase,
): LearnedColumn | { readonly missing: readonly LearnedTable[] } | undefined {
  const all = tables.map((table) => ownMember(tablesByName, table));
  const columns = all.map((table) => table?.columns && ownColumn(table.columns, name, kind));
  const first = columns.find((column) => column !== undefined);
  if (first) return columns.filter((column) => column !== undefined).length === 1 ? first : undefined;
  if (all.length === 0 || OF_EVERY_TABLE.test(name)) return undefined;
  const whole = all.flatMap((table) => (table?.columns === undefined ? [] : table));
  return whole.length === all.length ? { missing: whole } : undefined;
}

function ownColumn(
  columns: NonNullable<LearnedTable['columns']>,
  name: string,
  kind: string,
): LearnedColumn | undefined {
  if (kind === 'postgres') return ownMember(columns, name);
  return Object.entries(columns).find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

type RowColumns = readonly (readonly [string, LearnedColumn | null])[];

/** Columns of the rows that the statement returns, null where one is no column of a table; undefined where their names are not known. */
export function rowColumns({
  uses,
  database,
}: LearnedStatement): ReadonlyMap<string, LearnedColumn | null> | undefined {
  const rows = uses.rows?.map((row): RowColumns | undefined => {
    if ('all' in row) return allColumns(row.all, database);
    const column = row.use && columnOf(row.use, database);
    return [[row.name, column && 'type' in column ? column : null]];
  });
  return rows?.includes(undefined) === false ? new Map(rows.flatMap((row = []): RowColumns => row)) : undefined;
}

function allColumns(names: readonly string[], { tables }: LearnedDatabase): RowColumns | undefined {
  const columns = names.map((name) => ownMember(tables, name)?.columns);
  return columns.includes(undefined) ? undefined : columns.flatMap((own = {}) => Object.entries(own));
}

type Family = 'flag' | 'integer' | 'number' | 'boolean' | 'text' | 'json' | 'list' | 'bytes' | 'moment' | 'other';

/** By the start of the type in PostgreSQL and MySQL. */
const FAMILIES: readonly (readonly [RegExp, Family])[] = [
  [/\[\]$/, 'list'],
  [/^tinyint\(1\)/, 'flag'],
  [/^(?:small|big|tiny|medium)?int(?:eger)?\b/, 'integer'],
  [/^(?:numeric|decimal|real|float|double)/, 'number'],
  [/^bool/, 'boolean'],
  [/^(?:text|char|varchar|citext|(?:tiny|medium|long)text)/, 'text'],
  [/^json/, 'json'],
  [/^(?:bytea|(?:tiny|medium|long)?blob|(?:var)?binary)/, 'bytes'],
  [/^(?:date|time|uuid|inet|cidr|macaddr)/, 'moment'],
];

/** A column of SQLite takes and gives values of every type, so that its declared type decides nothing. */
function familyOf(column: LearnedColumn, kind: string): Family {
  return kind === 'sqlite' ? 'other' : declaredFamily(column);
}

/** What the type says, whatever the database makes of it. */
export function declaredFamily({ type, values }: LearnedColumn): Family {
  return (values ? 'text' : FAMILIES.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1]) ?? 'other';
}

type Fit = 'always' | 'sometimes' | 'never';

/** Whether the database takes values of this type for the column; what is left out is always taken. */
const TAKES: Readonly<Partial<Record<Family, Readonly<Partial<Record<AnyType, Fit>>>>>> = {
  integer: { boolean: 'never', object: 'never', number: 'sometimes', string: 'sometimes' },
  number: { boolean: 'never', object: 'never', string: 'sometimes' },
  boolean: { integer: 'sometimes', number: 'sometimes', object: 'never', string: 'sometimes' },
  moment: { boolean: 'never', object: 'never', number: 'never', integer: 'never' },
};

export function fitOf(type: AnyType, column: LearnedColumn, kind: string): Fit {
  return TAKES[familyOf(column, kind)]?.[type] ?? 'always';
}

/** Types of a property that no value of the column becomes; a text becomes a number where it is one. */
const NEVER_GIVES: Readonly<Partial<Record<Family, readonly AnyType[]>>> = {
  flag: ['boolean', 'object', 'array'],
  integer: ['boolean', 'object', 'array'],
  number: ['boolean', 'object', 'array'],
  boolean: ['integer', 'number', 'object', 'array'],
  text: ['object', 'array'],
  moment: ['integer', 'number', 'boolean', 'object', 'array'],
  list: ['string', 'integer', 'number', 'boolean', 'object'],
  bytes: ['string', 'integer', 'number', 'boolean', 'array'],
};

export function canGive(type: AnyType, column: LearnedColumn, kind: string): boolean {
  return NEVER_GIVES[familyOf(column, kind)]?.includes(type) !== true;
}

/** Whether a comparison of its values agrees with ORDER BY. */
export function isOrdered({ type }: LearnedColumn, kind: string): boolean {
  return kind !== 'mysql' || !/^(?:enum|set)\b|^json$/i.test(type);
}

/** The values of an enum that the column does not have. */
export function foreignValues({ enum: own = [], items }: Schema, { values }: LearnedColumn): readonly string[] {
  if (!values) return [];
  const choices = items?.enum ?? own;
  return choices
    .filter((value) => value !== null)
    .map(String)
    .filter((value) => !values.includes(value));
}
