/** Statements against real servers: what a read cannot change, what stops, and how each type reaches a model. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../runtime/language/json.ts';
import { MARIADB, POSTGRES } from '../support/database-kinds.ts';
import { type StatementEnd, statementsBy } from '../support/database-servers.ts';

const zone = process.env['TZ'];

const rowsOf = (end: StatementEnd): readonly Json[] => (end.kind === 'done' ? end.rows : [end as never]);

describe.each([POSTGRES, MARIADB])('$name', (kind) => {
  describe.skipIf(kind.isMissing)('as a plain login', () => {
    let server: Awaited<ReturnType<typeof POSTGRES.start>>;
    let asOwner: ReturnType<typeof statementsBy>;
    let asReader: ReturnType<typeof statementsBy>;
    const as = (user: string, more: object = {}): typeof asOwner =>
      statementsBy(kind.open({ url: server.url(user), ...more }));
    const running = async (text: string): Promise<readonly Json[]> =>
      rowsOf(await asOwner(kind.running, { values: [`%${text}%`], reads: true }));
    const sleep = (name: string): string => `select ${kind.sleep}(3600) as ${name}`;
    const terminate = async (text: string): Promise<void> => {
      for (const found of await running(text)) await asOwner(kind.kill((found as { pid: number }).pid));
    };

    beforeAll(async () => {
      process.env['TZ'] = 'America/New_York';
      server = await kind.start();
      asOwner = as('owner');
      for (const text of kind.schema) expect(await asOwner(text)).toMatchObject({ kind: 'done' });
      asReader = as('reader');
    });
    afterAll(async () => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
      await server.stop();
    });

    test.each(kind.attempts)('a read changes nothing and leaves nothing to the next: %s', async (text) => {
      const state = 'select count(*) as n, sum(id) as ids, min(note) as note from orders';
      const before = await asOwner(state, { reads: true });
      expect(before).toMatchObject({ rows: [{ n: 5000 }] });
      await asReader(text, { reads: true });
      await asReader("insert into orders values (9002, 'x', 1)", { reads: true });
      expect(await asOwner(state, { reads: true })).toEqual(before);
      // No lock is left, of the table or of the session.
      expect(await asOwner('update orders set note = note where id = 1', { fetch: 0 })).toMatchObject({ affected: 1 });
      if (kind !== POSTGRES) return;
      const left = await asOwner("select 1 as held from pg_locks where locktype = 'advisory'", { reads: true });
      expect(rowsOf(left)).toEqual([]);
    });

    test.runIf(kind === POSTGRES)(
      'what a session was set to, and its temporary tables, do not reach the next call of the connection',
      async () => {
        await asOwner("select set_config('app.tenant', '4', false)");
        await asOwner('create temp table t as select 1 as x');
        const after = await asOwner(
          "select current_setting('app.tenant', true) as tenant, to_regclass('pg_temp.t') as t",
        );
        expect(rowsOf(after)).toEqual([{ tenant: expect.toBeOneOf(['', null]), t: null }]);
      },
    );

    test.runIf(kind === POSTGRES)('settings and role hold for one transaction', async () => {
      const asTenant = as('owner', { role: 'reader', settings: { 'app.tenant': '7' } });
      const said = await asTenant("select current_setting('app.tenant') as tenant, current_user::text as login");
      expect(rowsOf(said)).toEqual([{ tenant: '7', login: 'reader' }]);
    });

    test.runIf(kind === MARIADB)('a session is as new for the next call of its connection', async () => {
      await asOwner(
        "set @tenant = 4, session sql_mode = '', session time_zone = '+02:00', session sql_select_limit = 1",
      );
      await asOwner('create temporary table t as select 1 as x');
      const after = await asOwner('select @tenant as tenant, @@time_zone as zone, @@sql_select_limit as kept');
      expect(rowsOf(after)).toEqual([{ tenant: null, zone: '+00:00', kept: 101 }]);
      expect(await asOwner('select x from t')).toMatchObject({ kind: 'failed', state: '1146' });
    });

    test.runIf(kind === MARIADB)('each type of a column reaches a model exactly', async () => {
      const types =
        "ts timestamp, d date, j json, f float, dc decimal(20,5), flag tinyint(1), bl blob, e enum('a','b'), st set('x','y'), bits bit(12), y year, u bigint unsigned, u4 int unsigned";
      await asOwner(`create table kinds (${types})`);
      const values =
        "'2026-03-29 02:30:00', '2026-03-29', '{\"n\": 12345678901234567890}', 0.1, 12345.12345, 5, x'00ff', 'b', 'x,y', b'100000000001', 2026, 18446744073709551615, 4294967295";
      await asOwner(`insert into kinds values (${values})`);
      expect(rowsOf(await asOwner('select * from kinds', { reads: true }))).toEqual([
        {
          ts: '2026-03-29T02:30:00Z',
          d: '2026-03-29',
          j: { n: '12345678901234567890' },
          f: 0.1,
          dc: '12345.12345',
          flag: 5,
          bl: { bytes: 2 },
          e: 'b',
          st: 'x,y',
          bits: 2049,
          y: 2026,
          u: '18446744073709551615',
          u4: 4294967295,
        },
      ]);
    });

    test('rows are fetched up to the limit, and there are more', async () => {
      expect(await asOwner('select id from orders order by id', { fetch: 3 })).toMatchObject({
        more: true,
        rows: [{ id: 1 }, { id: 2 }, { id: 3 }],
      });
      expect(await asOwner('select id from orders where id <= 3 order by id', { fetch: 3 })).toMatchObject({
        more: false,
      });
      expect(await asOwner('select id from orders order by id limit 9', { fetch: 3 })).toMatchObject({
        more: true,
        rows: [{}, {}, {}],
      });
      const cut = await asOwner("select repeat('x', 100) as x from orders", { maxBytes: 250 });
      expect(cut).toMatchObject({ more: true, rows: [{}, {}] });
    });

    test('a write is kept only where its rows are those that were expected, however many are fetched', async () => {
      const change = (accept: boolean): Promise<StatementEnd> =>
        asReader("update orders set note = 'new' where id <= 3", { accept: () => accept, fetch: 1 });
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
      const sleeping = asReader(sleep('cancelled'), { signal: over.signal, reads: true });
      await expect.poll(async () => (await running('as cancelled')).length).toBe(1);
      over.abort();
      expect(await sleeping).toEqual({ kind: 'aborted' });
      await expect.poll(async () => (await running('as cancelled')).length).toBe(0);
      expect(await asReader('select 1 as x')).toMatchObject({ rows: [{ x: 1 }] });
    });

    test('a statement ends in the database at its timeout', async () => {
      const short = as('reader', { timeout_ms: 50 });
      expect(await short(sleep('late'))).toMatchObject({ kind: 'failed', state: kind.late });
      await expect.poll(() => running('as late')).toEqual([]);
    });

    test('a call that waits for a connection ends as well, and the others go on', async () => {
      const over = new AbortController();
      const all = Array.from({ length: 4 }, () => asReader(sleep('blocked'), { signal: over.signal }));
      await expect.poll(async () => (await running('as blocked')).length).toBe(4);
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
      await terminate('');
      expect(await asReader('select 1 as x', { reads: true })).toMatchObject({ rows: [{ x: 1 }] });
      const over = new AbortController();
      const dying = asReader(sleep('dying'), { reads: true, signal: over.signal });
      await expect.poll(async () => (await running('as dying')).length).toBe(1);
      const [first] = await running('as dying');
      await terminate('as dying');
      await expect
        .poll(
          async () => (await running('as dying')).filter((one) => JSON.stringify(one) !== JSON.stringify(first)).length,
        )
        .toBe(1);
      over.abort();
      expect(await dying).toEqual({ kind: 'aborted' });
      const writing = asReader(sleep('written'));
      await expect.poll(async () => (await running('as written')).length).toBe(1);
      await terminate('as written');
      expect(await writing).toEqual({ kind: 'lost', unclear: false });
    });

    test.each(kind.failures)('%s fails with %s', async (text, state) => {
      expect(await asReader(text)).toMatchObject({ kind: 'failed', state });
      expect(await asReader('select 1 as x')).toMatchObject({ rows: [{ x: 1 }] });
    });

    test('no login, no database and no server are told apart', async () => {
      expect(await as('nobody-here')('select 1')).toMatchObject({ kind: 'failed', state: kind.login });
      const other = server.url('reader').replace(/\/\w+\?/, '/other?');
      expect(await as('reader', { url: other })('select 1')).toMatchObject({ kind: 'failed', state: kind.missing });
      const nowhere = server.url('a').replace(/a@.*/, 'a:secret@127.0.0.1:1/x');
      expect(await as('a', { url: nowhere })('select 1')).toEqual({ kind: 'unreachable', reason: 'ECONNREFUSED' });
    });

    test.each(kind.values)('%s reaches a model exactly, west of UTC as well', async (sql, value) => {
      expect(rowsOf(await asReader(`select ${sql} as x`, { reads: true }))).toEqual([{ x: value }]);
    });

    test.each(kind.bound)('%s takes a value as it is', async (sql, value, back) => {
      expect(rowsOf(await asReader(`select ${sql} as x`, { values: [value], reads: true }))).toEqual([{ x: back }]);
    });
  });
});
