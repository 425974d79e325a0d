/** A real PostgreSQL behind passwords, certificates and PgBouncer: what is refused is said in words, and the rest works as without. */
// In depth: database servers with TLS and behind PgBouncer; servers.test.ts has a plain login, and what it does.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DatabaseServer,
  freePort,
  isBouncerMissing,
  isPostgresMissing,
  ownFolder,
  startBouncer,
  startPostgres,
  statementsOn,
} from '../support/database-servers.ts';

describe.skipIf(isPostgresMissing)('PostgreSQL with TLS and SCRAM (Debian package postgresql)', () => {
  let server: DatabaseServer;
  let port: number;
  const at = (login: string, options: string, host = '127.0.0.1'): ReturnType<typeof statementsOn> =>
    statementsOn({ url: `postgres://${login}@${host}:${port}/postgres${options}` });

  beforeAll(async () => {
    port = await freePort();
    const folder = ownFolder('tls-');
    const [key, certificate, rules] = ['key.pem', 'cert.pem', 'hba'].map((name) => join(folder.path, name));
    const subject = ['-subj', '/CN=db.example', '-days', '2', '-keyout', key ?? '', '-out', certificate ?? ''];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
      ...folder.as,
      stdio: 'ignore',
    });
    writeFileSync(rules ?? '', 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n');
    const settings = [`ssl_key_file=${key}`, `ssl_cert_file=${certificate}`, `hba_file=${rules}`];
    server = await startPostgres(['ssl=on', 'listen_addresses=127.0.0.1', `port=${port}`, ...settings]);
    const asOwner = statementsOn({ url: server.url('owner').replace('localhost', `localhost:${port}`) });
    expect(await asOwner("create role reader login password 'p@ss/w#rd?é'")).toMatchObject({ kind: 'done' });
  });
  afterAll(() => server.stop());

  const PASSWORD = encodeURIComponent('p@ss/w#rd?é');

  test('a login with SCRAM over TLS works, and its password is read from the URL alone', async () => {
    const found = await at(
      `reader:${PASSWORD}`,
      '?sslmode=require',
    )('select ssl, current_user::text as login from pg_stat_ssl where pid = pg_backend_pid()');
    expect(found).toMatchObject({ rows: [{ ssl: true, login: 'reader' }] });
  });

  test('a cancel reaches a server that has TLS', async () => {
    const run = at(`reader:${PASSWORD}`, '?sslmode=require');
    const asOwner = statementsOn({ url: server.url('owner').replace('localhost', `localhost:${port}`) });
    const running = async (): Promise<unknown> =>
      asOwner(
        "select count(*) as n from pg_stat_activity where state = 'active' and query like '%as stopped' and usename = 'reader'",
      );
    const over = new AbortController();
    const sleeping = run('select pg_sleep(3600) as stopped', { signal: over.signal });
    await expect.poll(running).toMatchObject({ rows: [{ n: 1 }] });
    over.abort();
    expect(await sleeping).toEqual({ kind: 'aborted' });
    await expect.poll(running).toMatchObject({ rows: [{ n: 0 }] });
  });

  test.each([
    [
      `reader:${PASSWORD}`,
      '?sslmode=verify-full',
      { kind: 'unreachable', reason: expect.stringContaining('certificate') },
    ],
    [
      `reader:${PASSWORD}`,
      '?sslmode=verify-ca',
      { kind: 'unreachable', reason: expect.stringContaining('certificate') },
    ],
    [`reader:${PASSWORD}`, '?sslmode=disable', { kind: 'failed', state: '28000' }],
    ['reader:wrong', '?sslmode=require', { kind: 'failed', state: '28P01' }],
    ['reader', '?sslmode=require', { kind: 'unreachable', reason: expect.stringContaining('password') }],
    [`nobody:${PASSWORD}`, '?sslmode=require', { kind: 'failed', state: '28P01' }],
  ])('%s with %s', async (login, options, end) => {
    const found = await at(login, options)('select 1 as x');
    expect(found).toMatchObject(end);
    expect(JSON.stringify(found)).not.toMatch(/p@ss|p%40ss|wrong/);
  });
});

describe.skipIf(isBouncerMissing)('PgBouncer in transaction mode (Debian packages postgresql and pgbouncer)', () => {
  test('settings and read mode hold for each of many calls at once, and statements end', async () => {
    const server = await startPostgres();
    const bouncer = await startBouncer(server);
    try {
      const asOwner = statementsOn({ url: server.url('owner') });
      await asOwner('create table orders (id int primary key)');
      const tenants = Array.from({ length: 8 }, (_one, at) => String(at));
      const runs = tenants.map((tenant) =>
        statementsOn({ url: bouncer.url('owner'), settings: { 'app.tenant': tenant } }),
      );
      const seen = await Promise.all(
        Array.from({ length: 80 }, async (_one, at) => {
          const run = runs[at % runs.length] ?? expect.fail();
          const found = await run(
            "select current_setting('app.tenant') as tenant, current_setting('transaction_read_only') as reads",
            { reads: true },
          );
          return found.kind === 'done' ? found.rows[0] : found;
        }),
      );
      expect(seen).toEqual(seen.map((_one, at) => ({ tenant: tenants[at % tenants.length], reads: 'on' })));
      const run = statementsOn({ url: bouncer.url('owner'), timeout_ms: 60 });
      expect(await run('insert into orders values (1)', { reads: true })).toMatchObject({ state: '25006' });
      expect(await run('insert into orders values (1)')).toMatchObject({ kind: 'done', affected: 1 });
      expect(await run('select pg_sleep(3600)')).toMatchObject({ kind: 'failed', state: '57014' });
      const over = new AbortController();
      const sleeping = statementsOn({ url: bouncer.url('owner') })('select pg_sleep(3600) as bounced', {
        signal: over.signal,
      });
      const running = (): Promise<unknown> =>
        asOwner("select count(*) as n from pg_stat_activity where state = 'active' and query like '%as bounced'");
      await expect.poll(running).toMatchObject({ rows: [{ n: 1 }] });
      over.abort();
      expect(await sleeping).toEqual({ kind: 'aborted' });
      await expect.poll(running).toMatchObject({ rows: [{ n: 0 }] });
    } finally {
      await bouncer.stop();
      await server.stop();
    }
  });
});
