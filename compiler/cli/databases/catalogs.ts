/** The query of each kind of database for the tables that statements name, and its rows as learned tables. It reads the catalog only. */
import type { Json, JsonObject } from '@haft/runtime/language';
import { isJsonObject } from '@haft/runtime/language';
import type { LearnedColumn, LearnedTable } from '../../check/analysis/tables/learned.ts';
import { declaredTable } from '../../check/analysis/tables/declared-table.ts';

interface Catalog {
  /** `{names}` are the tables; each row is one of them. */
  readonly statement: string;
  /** Null where the database has no such table. */
  readonly table: (row: JsonObject) => LearnedTable | null;
}

/** The catalog itself: the views of `information_schema` take seconds where there are hundreds of tables. */
const POSTGRES = `select t.name as "table", c.oid is not null as found,
  (select json_agg(json_build_object('name', a.attname,
    'type', format_type(case when y.typtype = 'd' then y.typbasetype else a.atttypid end, case when y.typtype = 'd' then y.typtypmod else a.atttypmod end),
    'nullable', not (a.attnotnull or y.typnotnull),
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
    where has_table_privilege(c.oid, r.name)) as rights
from unnest({names}::text[]) t(name)
left join pg_class c on c.oid = to_regclass((select string_agg(quote_ident(p), '.') from unnest(string_to_array(t.name, '.')) p))
  and c.relkind in ('r', 'v', 'm', 'f', 'p')
order by t.name`;

/** Pragmas as tables are denied to a read from Node 24 on, so that the definition itself is read. */
const SQLITE = `select t.value as "table", m.type as kind, m.sql as definition
from json_each({names}) t
left join sqlite_schema m on lower(m.name) = lower(replace(t.value, 'main.', '')) and m.type in ('table', 'view')
order by t.value`;

export const CATALOGS: Readonly<Record<string, Catalog>> = {
  postgres: { statement: POSTGRES, table: (row) => (row['found'] === true ? postgresTable(row) : null) },
  sqlite: {
    statement: SQLITE,
    table: ({ kind, definition }) => (kind === null ? null : kind === 'view' ? {} : declaredTable(String(definition))),
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

function maps(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function names(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
