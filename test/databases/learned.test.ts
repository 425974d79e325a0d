/** What is learned of a database: statements against its tables, the file, and what PostgreSQL itself says of columns and values. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canGive, columnOf, fitOf } from '../../compiler/check/analysis/tables/columns.ts';
import { declaredTable } from '../../compiler/check/analysis/tables/declared-table.ts';
import {
  type LearnedDatabase,
  type LearnedDatabases,
  learnedText,
  readLearned,
} from '../../compiler/check/analysis/tables/learned.ts';
import { usesOf } from '../../compiler/check/analysis/tables/statement-uses.ts';
import type { AnyType } from '../../runtime/language/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startHaft } from '../support/haft.ts';
import { isPostgresMissing, startPostgres, statementsOn } from '../support/database-servers.ts';
import { everyNth, runs } from '../support/runs.ts';

const COLUMNS = ['id', 'name', 'note', 'total', 'state', 'owner_id', 'placed_on'] as const;
const TABLES = ['orders', 'customers', 'lines'] as const;

const DATABASE: LearnedDatabase = {
  kind: 'postgres',
  tables: Object.fromEntries(
    TABLES.map((table) => [table, { columns: Object.fromEntries(COLUMNS.map((name) => [name, { type: 'text' }])) }]),
  ),
};

/** Names that no table has: nothing of the statement may be taken for one of them. */
const missing = (statement: string): readonly string[] => [
  ...new Set(
    usesOf(statement).columns.flatMap((use) => {
      const column = columnOf(use, DATABASE);
      return column && 'missing' in column ? [use.name] : [];
    }),
  ),
];

const column = fc.constantFrom(...COLUMNS);
const value = fc.constantFrom('{p}', "'no. name = gone'", '7', 'now()', "interval '1 day'", 'null::text');

/** A query over tables with aliases, in the ways in which people write it; `c` are its columns. */
const query = fc
  .record({
    tables: fc.uniqueArray(fc.constantFrom(...TABLES), { minLength: 1, maxLength: 3 }),
    picked: fc.array(column, { minLength: 1, maxLength: 4 }),
    compared: column,
    ordered: column,
    operator: fc.constantFrom('=', '<>', '<=', '>', 'like', 'in'),
    value,
    style: fc.constantFrom('plain', 'alias', 'as', 'quoted', 'exists', 'with', 'function'),
  })
  .map(({ tables, picked, compared, ordered, operator, value: given, style }) => {
    const [first = 'orders', ...others] = tables;
    const isPlain = style === 'plain' && others.length === 0;
    const quote = (name: string): string => (style === 'quoted' ? `"${name}"` : name);
    const of = (name: string, at: number): string => (isPlain ? name : `t${at}.${quote(name)}`);
    const as = style === 'as' ? ' as ' : ' ';
    const from = isPlain
      ? first
      : [
          `${quote(first)}${as}t0`,
          ...others.map((table, at) => `left join ${table}${as}t${at + 1} on t${at + 1}.owner_id = t0.id`),
        ].join(' ');
    const right = operator === 'in' ? `(${given})` : given;
    const where = `${of(compared, 0)} ${operator} ${right}`;
    const more = {
      exists: ` and exists (select 1 from lines l where l.owner_id = t0.id)`,
      function: ` and extract(year from t0.placed_on) > 2000 and coalesce(t0.note, 'x') is distinct from 'y'`,
    };
    const items = picked.map((name, at) => `${of(name, 0)}${at === 1 ? ' as label' : ''}`).join(', ');
    const body = `select ${items}, count(*) over () as amount from ${from} where ${where}${Object.entries(more).find(([key]) => key === style)?.[1] ?? ''} order by ${of(ordered, 0)} desc`;
    return style === 'with' ? `with old as (${body}) select old.amount, o.gone from old join old o on true` : body;
  });

const change = fc
  .record({
    table: fc.constantFrom(...TABLES),
    names: fc.uniqueArray(column, { minLength: 1, maxLength: 4 }),
    key: column,
    kind: fc.nat(2),
  })
  .map(({ table, names, key, kind }) => {
    const places = names.map((name) => `{${name}}`);
    if (kind === 0)
      return `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) on conflict (id) do update set note = excluded.note returning id`;
    if (kind === 1)
      return `update ${table} set ${names.map((name) => `${name} = {${name}}`).join(', ')} where ${key} = {key} returning ${key}`;
    return `delete from ${table} where ${key} = {key} returning ${names.join(', ')}`;
  });

describe('columns of statements', () => {
  test('those that the tables have are never missing', () => {
    fc.assert(
      fc.property(fc.oneof(query, change), (statement) => {
        expect(missing(statement)).toEqual([]);
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('one that they do not have is found, wherever it is', () => {
    fc.assert(
      fc.property(fc.oneof(query, change), fc.nat(), (statement, seed) => {
        const uses = usesOf(statement).columns;
        fc.pre(uses.length > 0);
        const { name } = uses[seed % uses.length] ?? { name: '' };
        const wrong = statement.replaceAll(new RegExp(`\\b${name}\\b(?!\\})`, 'g'), 'gone_column');
        expect(missing(wrong)).toContain('gone_column');
      }),
      { numRuns: runs(10_000) },
    );
  });

  test('any text has uses, and they are words of it', () => {
    const word = fc.constantFrom(
      ...'select from ( ) , . = {p} where join as on with o "x" orders update set insert into values returning using union order by *'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        const text = words.join(' ');
        const { tables, columns } = usesOf(text);
        const named = [...tables.flatMap((one) => one.split('.')), ...columns.map((one) => one.name)];
        expect(named.filter((name) => !text.includes(name))).toEqual([]);
      }),
      { numRuns: runs(10_000) },
    );
  });
});

describe('the file', () => {
  test('same tables, same bytes, and nothing is lost', () => {
    const shuffled = <T extends object>(one: T): T => Object.fromEntries(Object.entries(one).toReversed()) as T;
    const name = fc.constantFrom('a', 'b', 'a_b', 'A b', '2', 'kind', '"q"', 'ä');
    const few = { maxKeys: 3 };
    const names = fc.array(name, { maxLength: 2 });
    const table = fc.record(
      {
        columns: fc.dictionary(
          name,
          fc.record({ type: name, nullable: fc.boolean(), values: names }, { requiredKeys: ['type'] }),
          few,
        ),
        key: names,
        rights: names,
      },
      { requiredKeys: [] },
    );
    const databases: fc.Arbitrary<LearnedDatabases> = fc.dictionary(
      name,
      fc.record({ kind: fc.constantFrom('postgres', 'sqlite'), tables: fc.dictionary(name, fc.option(table), few) }),
      few,
    );
    fc.assert(
      fc.property(databases, (learned) => {
        const text = learnedText(learned);
        expect(learnedText(shuffled(learned))).toBe(text);
        expect(readLearned(JSON.parse(text))).toEqual({ learned: JSON.parse(JSON.stringify({ ...learned })) });
      }),
      { numRuns: runs(10_000) },
    );
  });
});

test.each([
  ['create table a (id integer primary key, name text not null)', ['id', 'name'], ['id']],
  ['CREATE TABLE "a b" ("x y" VARCHAR(20) DEFAULT (1, 2), [z] real, PRIMARY KEY ("x y", z))', ['x y'], ['x y', 'z']],
  [
    "create table t (-- a comment, with a comma\n  id int, kind text check (kind in ('a, b', 'c')), foreign key (id) references o(id))",
    ['id', 'kind'],
    undefined,
  ],
])('%s', (definition, names, key) => {
  const table = declaredTable(definition.replaceAll(/\[(\w+)\]/g, '"$1"'));
  expect(Object.keys(table.columns ?? {})).toEqual(expect.arrayContaining([...names]));
  expect(table.key).toEqual(key);
});

const SPEC = `kind: server
name: shop
version: 1.0.0
summary: Reads orders.
env: { SHOP_URL: { description: Address of the database., secret: true } }
databases: { shop: { kind: postgres, url: "{env.SHOP_URL}" } }
tools:
  - name: list_orders
    description: { does: Lists orders of the shop by state., when: the user asks for orders }
    effects: read
    required: [state]
    parameters: { state: { type: string, enum: [open, gone], description: State of the orders. } }
    sql: { database: shop, statement: "select o.id, o.total from orders o where o.state = {state} order by o.id" }
`;

const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  integer: [1, 0, -7],
  number: [1.5, 2.25],
  string: ['a b', '', 'seven'],
  boolean: [true, false],
  object: [{ a: 1 }],
};

describe.skipIf(isPostgresMissing)('with PostgreSQL (Debian package postgresql)', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let run: ReturnType<typeof statementsOn>;
  beforeAll(async () => {
    server = await startPostgres();
    run = statementsOn({ url: server.url('owner') });
    await run("create type order_state as enum ('open', 'paid')");
    await run('create table orders (id int primary key, state order_state, total numeric(12,2))');
    await run('create role reader login');
    await run('grant select on orders to reader');
  });
  afterAll(() => server.stop());

  const TYPES = [
    'smallint',
    'integer',
    'bigint',
    'numeric(12,2)',
    'real',
    'double precision',
    'boolean',
    'text',
    'character varying(80)',
    'date',
    'timestamp with time zone',
    'time without time zone',
    'interval',
    'uuid',
    'inet',
    'jsonb',
    'json',
    'bytea',
    'integer[]',
    'money',
    'oid',
  ];

  // What is called never fails with every sample, and what is called always with none.
  test.each(everyNth(3, TYPES))('values that a column of type %s takes', async (type) => {
    for (const [given, samples] of Object.entries(SAMPLES)) {
      const ends = await Promise.all(
        samples.map(
          async (one) =>
            (await run(`select ($1::${type}) is null as none`, { values: [one as never], reads: true })).kind,
        ),
      );
      const fit = fitOf(given as AnyType, { type }, 'postgres');
      if (fit === 'never') expect([given, ...new Set(ends)]).toEqual([given, 'failed']);
    }
  });

  test.each([
    ['integer', '7', 'integer'],
    ['boolean', 'true', 'boolean'],
    ['date', "'2026-01-01'", 'string'],
    ['jsonb', `'{"a":1}'`, 'object'],
    ['integer[]', "'{1}'", 'array'],
    ['numeric(12,2)', '1.5', 'number'],
    ['bigint', '9007199254740993', 'string'],
  ])('a column of type %s gives %s as %s', async (type, literal, given) => {
    const end = await run(`select ${literal}::${type} as x`, { reads: true });
    expect(end.kind).toBe('done');
    expect(canGive(given as AnyType, { type }, 'postgres')).toBe(true);
  });

  test('a project learns, check and diff use it, and no secret is in the file', async () => {
    const folder = temporaryFolder({
      'specs/shop.yaml': SPEC,
      'haft.yaml': 'rules: { tool/evals-count: off, tool/examples: off }\n',
    });
    const file = join(folder, 'haft.databases.json');
    const env = { SHOP_URL: server.url('reader').replace('reader@', 'reader:top-secret@') };
    expect(await startHaft(folder, ['databases', '--learn'], env)).toMatchObject({ code: 0 });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/top-secret|reader|postgres:\/\//);
    expect(JSON.parse(text)).toMatchObject({
      databases: { 'shop/shop': { tables: { orders: { key: ['id'], rights: ['select'] } } } },
    });
    expect((await startHaft(folder, ['databases', '--learn'], env)).stdout).toMatch(/is up to date/);
    const away = { SHOP_URL: 'postgres://reader:top-secret@127.0.0.1:1/shop' };
    const failed = await startHaft(folder, ['databases', '--learn'], away);
    expect(failed.code).toBe(2);
    expect(failed.stdout + failed.stderr).not.toMatch(/top-secret/);
    expect(readFileSync(file, 'utf8')).toBe(text);
    const checked = await startHaft(folder, ['check']);
    expect(checked.stdout + checked.stderr).toMatch(/allows "gone", which the column "state" does not take/);
    writeFileSync(join(folder, 'specs/shop.yaml'), SPEC.replace('gone', 'paid'));
    expect(await startHaft(folder, ['release'])).toMatchObject({ code: 0 });
    writeFileSync(file, text.replace('numeric(12,2)', 'text'));
    expect((await startHaft(folder, ['diff'])).stdout).toMatch(/tool\/column-type/);
    expect(existsSync(file)).toBe(true);
  });
});
