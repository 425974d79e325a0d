/** Statements against a real PostgreSQL: what a read cannot change, what stops, and how each type reaches a model. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../runtime/language/json.ts';
import { type StatementEnd, isPostgresMissing, startPostgres, statementsOn } from '../support/postgres.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let asOwner: ReturnType<typeof statementsOn>;
let asReader: ReturnType<typeof statementsOn>;
const zone = process.env['TZ'];

const SCHEMA = [
  'create role reader login',
  'create table orders (id int primary key, note text, total numeric(12,2))',
  "insert into orders select n, 'note ' || n, n * 1.1 from generate_series(1, 5000) n",
  'grant select, insert, update, delete on orders to reader',
  "create function sneaky() returns int language plpgsql as $$ begin insert into orders values (9999, 'x', 1); return 1; end $$",
  "create type mood as enum ('glad', 'sad')",
];

const rowsOf = (end: StatementEnd): readonly Json[] => (end.kind === 'done' ? end.rows : [end as never]);

/** In its own list of sessions; those of the server itself have no state. */
const running = async (text: string): Promise<number> => {
  const found = await asOwner("select pid from pg_stat_activity where state = 'active' and query like $1", {
    values: [`%${text}%`],
    reads: true,
  });
  return rowsOf(found).length;
};

describe.skipIf(isPostgresMissing)('PostgreSQL (Debian package postgresql)', () => {
  beforeAll(async () => {
    process.env['TZ'] = 'America/New_York';
    server = await startPostgres();
    asOwner = statementsOn({ url: server.url('owner') });
    asReader = statementsOn({ url: server.url('reader') });
    for (const text of SCHEMA) expect(await asOwner(text)).toMatchObject({ kind: 'done' });
  });
  afterAll(async () => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
    await server.stop();
  });

  test.each([
    "insert into orders values (9001, 'x', 1)",
    'update orders set note = null',
    'delete from orders',
    'truncate orders',
    'drop table orders',
    'alter table orders add column x int',
    'create table t (x int)',
    'create temp table t (x int)',
    "with w as (insert into orders values (9001, 'x', 1) returning id) select id from w",
    'explain analyze delete from orders',
    'select sneaky()',
    "do $$ begin insert into orders values (9001, 'x', 1); end $$",
    'select id from orders for update',
    'select * into copied from orders',
    'refresh materialized view v',
    'commit',
    'rollback',
    "commit; insert into orders values (9001, 'x', 1)",
    "rollback; insert into orders values (9001, 'x', 1)",
    "select 1; insert into orders values (9001, 'x', 1)",
    'set transaction read write',
    'set session characteristics as transaction read write',
    "select set_config('transaction_read_only', 'off', true)",
    "select set_config('default_transaction_read_only', 'off', false)",
    "copy orders to program 'cat'",
    "copy orders from program 'echo 9001'",
    'vacuum orders',
    'lock table orders in access exclusive mode',
    'select pg_advisory_lock(7)',
    "select nextval('s')",
    "/* select */ insert into orders values (9001, 'x', 1)",
    "(insert into orders values (9001, 'x', 1))",
  ])('a read changes nothing and leaves nothing to the next: %s', async (text) => {
    const before = await asOwner('select count(*) as n, sum(id) as ids, min(note) as note from orders', {
      reads: true,
    });
    await asReader(text, { reads: true });
    await asReader("insert into orders values (9002, 'x', 1)", { reads: true });
    expect(
      await asOwner('select count(*) as n, sum(id) as ids, min(note) as note from orders', { reads: true }),
    ).toEqual(before);
    const left = await asOwner("select 1 as held from pg_locks where locktype = 'advisory'", { reads: true });
    expect(rowsOf(left)).toEqual([]);
  });

  test('what a session was set to, and its temporary tables, do not reach the next call of the connection', async () => {
    await asOwner("select set_config('app.tenant', '4', false)");
    await asOwner('create temp table t as select 1 as x');
    const after = await asOwner("select current_setting('app.tenant', true) as tenant, to_regclass('pg_temp.t') as t");
    expect(rowsOf(after)).toEqual([{ tenant: expect.toBeOneOf(['', null]), t: null }]);
  });

  test('settings and role hold for one transaction', async () => {
    const asTenant = statementsOn({ url: server.url('owner'), role: 'reader', settings: { 'app.tenant': '7' } });
    const said = await asTenant("select current_setting('app.tenant') as tenant, current_user::text as login");
    expect(rowsOf(said)).toEqual([{ tenant: '7', login: 'reader' }]);
  });

  test('rows are fetched up to the limit, and there are more', async () => {
    expect(await asOwner('select id from orders order by id', { fetch: 3 })).toMatchObject({
      more: true,
      rows: [{ id: 1 }, { id: 2 }, { id: 3 }],
    });
    expect(await asOwner('select id from orders where id < 3 order by id', { fetch: 3 })).toMatchObject({
      more: false,
    });
    const cut = await asOwner("select repeat('x', 100) as x from orders", { maxBytes: 250 });
    expect(cut).toMatchObject({ more: true, rows: [{}, {}] });
  });

  test('a write is kept only where its rows are those that were expected, however many are fetched', async () => {
    const change = (accept: boolean): Promise<StatementEnd> =>
      asReader("update orders set note = 'new' where id <= 3 returning id", { accept: () => accept, fetch: 1 });
    const changed = async (): Promise<number> =>
      rowsOf(await asOwner("select id from orders where note = 'new'", { reads: true })).length;
    expect(await change(false)).toMatchObject({ kind: 'done' });
    expect(await changed()).toBe(0);
    await change(true);
    expect(await changed()).toBe(3);
    expect(await asReader('update orders set note = note where id < 0', { fetch: 0 })).toMatchObject({ affected: 0 });
    expect(await asReader('delete from orders where id = 3', { fetch: 0 })).toMatchObject({ affected: 1 });
  });

  test('a statement ends in the database when its call is over, and its connection is of use again', async () => {
    const over = new AbortController();
    const sleeping = asReader('select pg_sleep(3600) as cancelled', { signal: over.signal, reads: true });
    await expect.poll(() => running('as cancelled')).toBe(1);
    over.abort();
    expect(await sleeping).toEqual({ kind: 'aborted' });
    await expect.poll(() => running('as cancelled')).toBe(0);
    expect(await asReader('select 1 as x')).toMatchObject({ rows: [{ x: 1 }] });
  });

  test('a statement ends in the database at its timeout', async () => {
    const short = statementsOn({ url: server.url('reader'), timeout_ms: 50 });
    expect(await short('select pg_sleep(3600)')).toMatchObject({ kind: 'failed', state: '57014' });
  });

  test('a call that waits for a connection ends as well, and the others go on', async () => {
    const over = new AbortController();
    const all = Array.from({ length: 4 }, () => asReader('select pg_sleep(3600) as blocked', { signal: over.signal }));
    await expect.poll(() => running('as blocked')).toBe(4);
    const late = new AbortController();
    const waiting = asReader('select 1 as x', { signal: late.signal });
    late.abort();
    expect(await waiting).toEqual({ kind: 'aborted' });
    const next = asReader('select 1 as x');
    over.abort();
    expect(await next).toMatchObject({ rows: [{ x: 1 }] });
    expect(await Promise.all(all)).toEqual(all.map(() => ({ kind: 'aborted' })));
  });

  test('connections that the server has ended are replaced, and a read is made again', async () => {
    await asReader('select 1 as x');
    await asOwner("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'");
    expect(await asReader('select 1 as x', { reads: true })).toMatchObject({ rows: [{ x: 1 }] });
    const over = new AbortController();
    const dying = asReader('select pg_sleep(3600) as dying', { reads: true, signal: over.signal });
    await expect.poll(() => running('as dying')).toBe(1);
    const ended = await asOwner(
      "select pg_terminate_backend(pid) as x, pid from pg_stat_activity where query like '%as dying%' and usename = 'reader'",
    );
    const [{ pid }] = rowsOf(ended) as [{ pid: number }];
    const again = `select pid from pg_stat_activity where query like '%as dying%' and usename = 'reader' and pid <> ${pid}`;
    await expect.poll(async () => rowsOf(await asOwner(again, { reads: true })).length).toBe(1);
    over.abort();
    expect(await dying).toEqual({ kind: 'aborted' });
    const writing = asReader('select pg_sleep(3600) as written');
    await expect.poll(() => running('as written')).toBe(1);
    await asOwner(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like '%as written%' and usename = 'reader'",
    );
    expect(await writing).toEqual({ kind: 'lost', unclear: false });
  });

  test.each<[string, string]>([
    ["insert into orders values (1, 'x', 1)", '23505'],
    ["select 'x'::int", '22P02'],
    ['select nothing from orders', '42703'],
    ['select * from pg_authid', '42501'],
    ['selec 1', '42601'],
  ])('%s fails with %s', async (text, state) => {
    expect(await asReader(text)).toMatchObject({ kind: 'failed', state });
    expect(await asReader('select 1 as x')).toMatchObject({ rows: [{ x: 1 }] });
  });

  test('no login, no database and no server are told apart', async () => {
    expect(await statementsOn({ url: server.url('nobody-here') })('select 1')).toMatchObject({
      kind: 'failed',
      state: '28000',
    });
    expect(
      await statementsOn({ url: server.url('reader').replace('/postgres?', '/other?') })('select 1'),
    ).toMatchObject({ kind: 'failed', state: '3D000' });
    expect(await statementsOn({ url: 'postgres://a:secret@127.0.0.1:1/x' })('select 1')).toEqual({
      kind: 'unreachable',
      reason: 'ECONNREFUSED',
    });
  });

  test.each<[string, Json]>([
    ['7::int2', 7],
    ['9007199254740991::int8', 9007199254740991],
    ['9007199254740993::int8', '9007199254740993'],
    ['0.1::float4', 0.1],
    ["'NaN'::float8", 'NaN'],
    ["'-Infinity'::float8", '-Infinity'],
    ['123456789012345678901234567890.10::numeric', '123456789012345678901234567890.10'],
    ['true', true],
    ['null::text', null],
    ["'a {env.X} b'", 'a {env.X} b'],
    ["date '2026-03-29'", '2026-03-29'],
    ["'infinity'::date", 'infinity'],
    ["timestamp '2026-03-29 02:30:00'", '2026-03-29T02:30:00'],
    ["timestamptz '2026-03-29 02:30:00+02'", '2026-03-29T00:30:00Z'],
    ["time '02:30:00.5'", '02:30:00.5'],
    ["interval '1 year 2 months 3 days 04:05:06.7'", 'P1Y2M3DT4H5M6.7S'],
    ["'\\x00ff10'::bytea", { bytes: 3 }],
    [`'{"a": 12345678901234567890, "b": [1, null]}'::jsonb`, { a: '12345678901234567890', b: [1, null] }],
    ["'null'::json", null],
    ['array[1, null, 3]', [1, null, 3]],
    [`array['a,b', 'c"d', 'NULL', null, '', '\\']`, ['a,b', 'c"d', 'NULL', null, '', '\\']],
    [
      'array[[1,2],[3,4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["'[0:1]={1,2}'::int[]", [1, 2]],
    ['array[]::text[]', []],
    ["array[date '2026-03-29']", ['2026-03-29']],
    ["array[timestamptz '2026-03-29 02:30:00+02']", ['2026-03-29T00:30:00Z']],
    ["'glad'::mood", 'glad'],
    ["'0d7ff2e0-9d5c-4f4c-8a44-6f6a0a9c1e11'::uuid", '0d7ff2e0-9d5c-4f4c-8a44-6f6a0a9c1e11'],
    ['int4range(1, 5)', '[1,5)'],
    ["'10.0.0.1'::inet", '10.0.0.1'],
  ])('%s reaches a model exactly, west of UTC as well', async (sql, value) => {
    expect(rowsOf(await asReader(`select ${sql} as x`, { reads: true }))).toEqual([{ x: value }]);
  });

  test.each<[string, Json, Json]>([
    ['$1::int', 7, 7],
    ['$1::text', "' or 1=1 --", "' or 1=1 --"],
    ['$1::bool', false, false],
    ['$1::jsonb', { a: [1, { b: "it's" }] }, { a: [1, { b: "it's" }] }],
    ['$1::jsonb', [{ a: 1 }], [{ a: 1 }]],
    ['$1::text[]', ['a,b', '{c}', '"', '\\', null, ''], ['a,b', '{c}', '"', '\\', null, '']],
    ['$1::int[]', [], []],
    ['$1::numeric', '1e30', '1000000000000000000000000000000'],
    ['$1::date', '2026-03-29', '2026-03-29'],
    ['$1::text', null, null],
  ])('%s takes a value as it is', async (sql, value, back) => {
    expect(rowsOf(await asReader(`select ${sql} as x`, { values: [value], reads: true }))).toEqual([{ x: back }]);
  });
});
