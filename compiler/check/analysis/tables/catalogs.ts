/** The query of each kind of database for its tables, and its rows as tables. It reads the catalog only. */
import { isJsonObject, type Json, type JsonObject } from '@haft/runtime/language';
import { groupBy } from '../../../base/groups.ts';
import { unquote } from '../../../spec/behaviors/sql-tokens.ts';
import type { LearnedColumn, LearnedTable } from './learned.ts';
import { declaredIndex, declaredTable, declaredValues } from './declared-table.ts';

interface Catalog {
  /** Members of a row that are JSON, which some databases give as text. */
  readonly json: readonly string[];
  /** `{names}` are the tables; each row is one of them. */
  readonly statement: string;
  /** Null where the database has no such table. */
  readonly table: (row: JsonObject) => LearnedTable | null;
  /** All tables that the login reads; each row is one of them, with what `found` reads of it. */
  readonly all: string;
  readonly found: (row: JsonObject) => FoundTable;
}

/** A table of the catalog with what an import reads of it. */
export interface FoundTable extends LearnedTable {
  /** As statements name it, without quotes: `orders`, or `sales.orders` outside of the search path. */
  readonly name: string;
  readonly isView: boolean;
  /** As statements write names that need quotes: that of the table as `""`. */
  readonly quoted: Readonly<Record<string, string>>;
  /** Columns of each index, in its order; those of keys are among them. */
  readonly indexes: readonly (readonly string[])[];
  /** Columns that get a value when a row is added without one. */
  readonly filled: readonly string[];
  /** Columns that the database computes. */
  readonly computed: readonly string[];
  /** Columns with values of several parts or of bits, which are no plain value of JSON. */
  readonly opaque: readonly string[];
  /** What was written about the table (`""`) and its columns. */
  readonly comments: Readonly<Record<string, string>>;
  /** As the database estimates them; absent where it does not. */
  readonly rows?: number;
}

/** The catalog itself: the views of `information_schema` take seconds where there are hundreds of tables. */
const POSTGRES_PARTS = `(select json_agg(json_build_object('name', a.attname, 'quoted', quote_ident(a.attname),
    'type', format_type(case when y.typtype = 'd' then y.typbasetype else a.atttypid end, case when y.typtype = 'd' then y.typtypmod else a.atttypmod end),
    'nullable', not (a.attnotnull or y.typnotnull), 'filled', a.atthasdef or a.attidentity <> '', 'computed', a.attgenerated <> '' or a.attidentity = 'a',
    'opaque', y.typcategory in ('C', 'G', 'R', 'V'),
    'comment', col_description(c.oid, a.attnum),
    'values', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid)) order by a.attnum)
    from pg_attribute a join pg_type y on y.oid = a.atttypid
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select json_agg(json_build_object('kind', k.contype::text,
    'columns', (select json_agg(a.attname order by u.at) from unnest(k.conkey) with ordinality u(n, at)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n),
    'table', k.confrelid::regclass::text,
    'to', (select json_agg(a.attname order by u.at) from unnest(k.confkey) with ordinality u(n, at)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n)) order by k.conname)
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f')) as keys,
  (select json_agg(r.name) from unnest(array['delete', 'insert', 'select', 'update']) r(name)
    where has_table_privilege(c.oid, r.name)) as rights`;

const POSTGRES = `select t.name as "table", c.oid is not null as found, ${POSTGRES_PARTS}
from unnest({names}::text[]) t(name)
left join pg_class c on c.oid = to_regclass((select string_agg(quote_ident(p), '.') from unnest(string_to_array(t.name, '.')) p))
  and c.relkind in ('r', 'v', 'm', 'f', 'p')
order by t.name`;

const POSTGRES_ALL = `select case when pg_table_is_visible(c.oid) then c.relname else n.nspname || '.' || c.relname end as "table",
  case when pg_table_is_visible(c.oid) then quote_ident(c.relname) else quote_ident(n.nspname) || '.' || quote_ident(c.relname) end as quoted,
  c.relkind in ('v', 'm') as is_view, c.reltuples as estimate, obj_description(c.oid, 'pg_class') as comment,
  (select json_agg((select json_agg(a.attname order by u.at) from unnest(i.indkey::int2[]) with ordinality u(n, at)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = u.n)) from pg_index i
    where i.indrelid = c.oid and i.indpred is null and not 0 = any(i.indkey::int2[])) as indexes, ${POSTGRES_PARTS}
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
order by 1`;

/** Pragmas as tables are denied to a read from Node 24 on, so that the definition itself is read. */
const SQLITE = `select t.value as "table", m.type as kind, m.sql as definition
from json_each({names}) t
left join sqlite_schema m on lower(m.name) = lower(replace(t.value, 'main.', '')) and m.type in ('table', 'view')
order by t.value`;

/** The tables in which a virtual table keeps its rows are named after it. */
const SQLITE_ALL = `select m.name as "table", m.type as kind, m.sql as definition,
  (select json_group_array(i.sql) from sqlite_schema i where i.type = 'index' and i.tbl_name = m.name and i.sql is not null) as indexes
from sqlite_schema m
where m.type in ('table', 'view') and m.name not like 'sqlite\\_%' escape '\\'
  and not exists (select 1 from sqlite_schema v where v.sql like 'create virtual %' and m.name like replace(v.name, '_', '\\_') || '\\_%' escape '\\')
order by m.name`;

const MYSQL_PARTS = `(select json_arrayagg(json_object('name', c.column_name, 'at', c.ordinal_position, 'type', c.column_type,
    'nullable', c.is_nullable, 'default', c.column_default, 'extra', c.extra, 'comment', c.column_comment))
    from information_schema.columns c where c.table_schema = t.table_schema and c.table_name = t.table_name) as columns,
  (select json_arrayagg(json_object('name', k.constraint_name, 'at', k.ordinal_position, 'column', k.column_name,
    'table', k.referenced_table_name, 'to', k.referenced_column_name))
    from information_schema.key_column_usage k where k.table_schema = t.table_schema and k.table_name = t.table_name) as parts`;

const MYSQL = `select t.table_name as \`table\`, ${MYSQL_PARTS}
from information_schema.tables t where t.table_schema = database() and t.table_name in ({names}) order by t.table_name`;

const MYSQL_ALL = `select t.table_name as \`table\`, t.table_type as kind, t.table_rows as estimate, t.table_comment as comment,
  (select json_arrayagg(json_object('name', s.index_name, 'at', s.seq_in_index, 'column', s.column_name))
    from information_schema.statistics s where s.table_schema = t.table_schema and s.table_name = t.table_name) as indexes, ${MYSQL_PARTS}
from information_schema.tables t where t.table_schema = database() order by t.table_name`;

export const CATALOGS: Readonly<Record<string, Catalog>> = {
  postgres: {
    json: [],
    statement: POSTGRES,
    table: (row) => (row['found'] === true ? postgresTable(row) : null),
    all: POSTGRES_ALL,
    found: foundInPostgres,
  },
  mysql: {
    json: ['columns', 'parts', 'indexes'],
    statement: MYSQL,
    table: mysqlTable,
    all: MYSQL_ALL,
    found: foundInMysql,
  },
  sqlite: {
    json: ['indexes'],
    statement: SQLITE,
    table: ({ kind, definition }) => (kind === null ? null : kind === 'view' ? {} : declaredTable(String(definition))),
    all: SQLITE_ALL,
    found: foundInSqlite,
  },
};

function postgresTable({ columns, keys, rights }: JsonObject): LearnedTable {
  const all = maps(keys);
  const key = all.find(({ kind }) => kind === 'p');
  const unique = all.filter(({ kind }) => kind === 'u').map((one) => names(one['columns']));
  const references = all
    .filter(({ kind }) => kind === 'f')
    .map((one) => ({ columns: names(one['columns']), table: String(one['table']), to: names(one['to']) }));
  return {
    columns: Object.fromEntries(maps(columns).map((one) => [String(one['name']), postgresColumn(one)])),
    ...(key && { key: names(key['columns']) }),
    ...(unique.length > 0 && { unique }),
    ...(references.length > 0 && { references }),
    rights: names(rights),
  };
}

function postgresColumn({ type, nullable, values }: JsonObject): LearnedColumn {
  return {
    type: String(type),
    ...(nullable === true && { nullable }),
    ...(Array.isArray(values) && { values: names(values) }),
  };
}

function foundInPostgres(row: JsonObject): FoundTable {
  const columns = maps(row['columns']);
  const which = (key: string): string[] => columns.filter((one) => one[key] === true).map(nameOf);
  const rows = Number(row['estimate']);
  return {
    ...postgresTable(row),
    name: String(row['table']),
    isView: row['is_view'] === true,
    quoted: Object.fromEntries([
      ['', String(row['quoted'])],
      ...columns.map((one) => [nameOf(one), String(one['quoted'])]),
    ]),
    indexes: lists(row['indexes']).map(names),
    filled: which('filled'),
    computed: which('computed'),
    opaque: which('opaque'),
    comments: commentsOf(row, columns),
    // -1 before the first ANALYZE.
    ...(rows >= 0 && { rows }),
  };
}

function foundInSqlite({ table, kind, definition, indexes }: JsonObject): FoundTable {
  const isView = kind === 'view';
  const declared = isView ? {} : declaredTable(String(definition));
  const columns = Object.entries(declared.columns ?? {});
  const { filled, computed } = declaredValues(isView ? '' : String(definition));
  const [only, second] = declared.key ?? [];
  const isRowId =
    only !== undefined && second === undefined && /^int(?:eger)?$/i.test(declared.columns?.[only]?.type ?? '');
  return {
    ...declared,
    name: String(table),
    isView,
    quoted: quotedBy(
      '"',
      String(table),
      columns.map(([name]) => name),
    ),
    indexes: [
      ...(declared.key ? [declared.key] : []),
      ...(declared.unique ?? []),
      ...lists(indexes).map((text) => declaredIndex(String(text))),
    ],
    filled: isRowId ? [only, ...filled] : filled,
    computed,
    opaque: [],
    comments: {},
  };
}

function mysqlTable({ columns, parts }: JsonObject): LearnedTable {
  const all = lists(columns).filter(isJsonObject).toSorted(byPlace);
  const keys = groupsOf(lists(parts));
  const key = keys.get('PRIMARY');
  const unique = [...keys].filter(([name, [first]]) => name !== 'PRIMARY' && first?.['table'] === null);
  const references = [...keys.values()].filter(([first]) => typeof first?.['table'] === 'string');
  return {
    columns: Object.fromEntries(all.map((one) => [nameOf(one), mysqlColumn(one)])),
    ...(key && { key: key.map(({ column }) => String(column)) }),
    ...(unique.length > 0 && { unique: unique.map(([, own]) => own.map(({ column }) => String(column))) }),
    ...(references.length > 0 && {
      references: references.map((own) => ({
        columns: own.map(({ column }) => String(column)),
        table: String(own[0]?.['table']),
        to: own.map(({ to }) => String(to)),
      })),
    }),
  };
}

function mysqlColumn({ type, nullable }: JsonObject): LearnedColumn {
  const written = String(type);
  const values = /^enum\((.*)\)$/i.exec(written)?.[1];
  return {
    type: values === undefined ? written : 'enum',
    ...(nullable === 'YES' && { nullable: true }),
    ...(values !== undefined && {
      values: [...values.matchAll(/'(?:[^']|'')*'/g)].map(([value]) => unquote(value)),
    }),
  };
}

function foundInMysql(row: JsonObject): FoundTable {
  const columns = lists(row['columns']).filter(isJsonObject);
  const extra = (pattern: RegExp): string[] => columns.filter((one) => pattern.test(String(one['extra']))).map(nameOf);
  const name = String(row['table']);
  const withDefault = columns.filter((one) => one['default'] !== null && one['default'] !== 'NULL').map(nameOf);
  return {
    ...mysqlTable(row),
    name,
    isView: /view/i.test(String(row['kind'])),
    quoted: quotedBy('`', name, columns.map(nameOf)),
    indexes: [...groupsOf(lists(row['indexes'])).values()].map((own) => own.map(({ column }) => String(column))),
    filled: [...withDefault, ...extra(/auto_increment|default_generated/i)],
    computed: extra(/generated(?!_)|virtual|stored|persistent/i).filter((one) => !withDefault.includes(one)),
    opaque: columns.filter((one) => OPAQUE.test(String(one['type']))).map(nameOf),
    comments: commentsOf({ comment: row['comment'] === 'VIEW' ? null : (row['comment'] ?? null) }, columns),
    ...(row['estimate'] !== null && { rows: Number(row['estimate']) }),
  };
}

const OPAQUE = /^(?:bit|vector|geom|(?:multi)?(?:point|linestring|polygon))/i;

/** Rows of one name together, in their order. */
function groupsOf(rows: readonly Json[]): ReadonlyMap<string, readonly JsonObject[]> {
  return groupBy(rows.filter(isJsonObject).toSorted(byPlace), nameOf);
}

function byPlace(a: JsonObject, b: JsonObject): number {
  return Number(a['at']) - Number(b['at']);
}

/** Where the database does not say which names need quotes, all have them. */
function quotedBy(quote: string, table: string, columns: readonly string[]): Readonly<Record<string, string>> {
  const quoted = (name: string): string => `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
  return Object.fromEntries([['', quoted(table)], ...columns.map((name) => [name, quoted(name)])]);
}

function commentsOf({ comment }: JsonObject, columns: readonly JsonObject[]): Readonly<Record<string, string>> {
  const all = [['', comment] as const, ...columns.map((one) => [nameOf(one), one['comment']] as const)];
  return Object.fromEntries(
    all.flatMap(([name, text]) => (typeof text === 'string' && text !== '' ? [[name, text]] : [])),
  );
}

function nameOf({ name }: JsonObject): string {
  return String(name);
}

function maps(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function lists(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function names(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
