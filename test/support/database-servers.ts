/** Database servers of their own for a test file, and their drivers as servers carry them. */
import { execFileSync, spawn } from 'node:child_process';
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { DRIVERS } from '../../compiler/emit/server/drivers.generated.ts';
import type { RunTransaction, StatementRows, TransactionEnd } from '../../runtime/behaviors/sql/database.ts';
import { openMysql } from '../../runtime/behaviors/sql/mysql.ts';
import { openPostgres } from '../../runtime/behaviors/sql/postgres.ts';
import type { DatabaseDescriptor } from '../../runtime/descriptor/descriptor.ts';
import type { Json } from '../../runtime/language/json.ts';
import { failure } from '../../runtime/server/failure.ts';

/** Where Debian puts the programs, which are not all on the PATH. */
const FOLDERS = ['/usr/lib/postgresql', '/opt/postgresql'];

const isThere = (file: string): boolean => {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
};

/** The folder of programs that are there together. */
function binariesOf(...programs: readonly string[]): string | undefined {
  const versioned = FOLDERS.filter(isThere).flatMap((base) => readdirSync(base).map((name) => join(base, name, 'bin')));
  const inPath = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(':')];
  return [...versioned, ...inPath].find((folder) => programs.every((name) => isThere(join(folder, name))));
}

const postgres = binariesOf('initdb', 'postgres');
const mariadb = binariesOf('mariadbd');
const pgbouncer = binariesOf('pgbouncer');
const isRequired = process.env['HAFT_DATABASES'] === 'required';

/** HAFT_DATABASES=required makes a missing server a failure. */
export const isPostgresMissing = postgres === undefined && !isRequired;
export const isMariadbMissing = mariadb === undefined && !isRequired;

/** Servers refuse root: then they run as the user that has no rights. */
const AS = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

export interface DatabaseServer {
  /** Of a login: `owner` is the superuser. */
  readonly url: (user: string) => string;
  readonly stop: () => Promise<void>;
}

let installation: string | undefined;

/** What `initdb` writes, once for all servers of a worker: to copy it takes less than half of the time. */
function newInstallation(binaries: string): string {
  const folder = folderOf('pg-new-');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, 'd');
  const setup = ['-D', data, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8', '-U', 'owner'];
  execFileSync(join(binaries, 'initdb'), setup, { ...AS, cwd: folder, stdio: 'ignore' });
  return data;
}

export async function startPostgres(more: readonly string[] = []): Promise<DatabaseServer> {
  if (postgres === undefined) throw new Error('Debian package postgresql is not installed.');
  const folder = folderOf('pg-');
  const data = join(folder, 'd');
  execFileSync('cp', ['-a', (installation ??= newInstallation(postgres)), data], { ...AS, cwd: folder });
  const settings = ['listen_addresses=', 'fsync=off', 'timezone=America/New_York', ...more];
  const own = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
  const stop = await startServer(join(postgres, 'postgres'), own, folder, 'ready to accept connections');
  return { url: (user) => `postgres://${user}@localhost/postgres?host=${folder}`, stop };
}

/** The superuser without a password is the one of a new installation. */
export async function startMariadb(): Promise<DatabaseServer> {
  if (mariadb === undefined) throw new Error('Debian package mariadb-server is not installed.');
  const folder = folderOf('my-');
  const data = [`--datadir=${join(folder, 'd')}`];
  const setup = ['--no-defaults', ...data, '--auth-root-authentication-method=normal', '--skip-test-db'];
  execFileSync('mariadb-install-db', setup, { ...AS, cwd: folder, stdio: 'ignore' });
  const socket = join(folder, 's');
  const files = [`--socket=${socket}`, `--pid-file=${join(folder, 'p')}`, `--tmpdir=${folder}`];
  const own = [
    '--skip-networking',
    '--skip-log-bin',
    '--innodb-flush-log-at-trx-commit=0',
    '--default-time-zone=-05:00',
  ];
  const all = ['--no-defaults', ...data, ...files, ...own];
  const stop = await startServer(join(mariadb, 'mariadbd'), all, folder, 'ready for connections');
  const url = (user: string, database = 'shop'): string => `mysql://${user}@localhost/${database}?socket=${socket}`;
  const setUp = statementsBy(mysqlOf({ url: url('root', 'mysql') }));
  for (const text of [
    'create database shop',
    "create user 'owner'@'localhost'",
    "grant all on *.* to 'owner'@'localhost' with grant option",
  ])
    await setUp(text);
  return { url, stop };
}

function folderOf(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  if (AS.uid !== undefined) chownSync(folder, AS.uid, AS.gid);
  return folder;
}

/** A folder for files of a server, and the user as whom they are written. */
export function ownFolder(prefix: string): { readonly path: string; readonly as: object } {
  return { path: folderOf(prefix), as: AS };
}

export const isBouncerMissing = isPostgresMissing || (pgbouncer === undefined && !isRequired);

/** PgBouncer in transaction mode, with two connections of its own. */
export async function startBouncer(behind: DatabaseServer): Promise<DatabaseServer> {
  if (pgbouncer === undefined) throw new Error('Debian package pgbouncer is not installed.');
  const folder = folderOf('pb-');
  const config = join(folder, 'c');
  const host = new URL(behind.url('owner')).searchParams.get('host');
  const settings = {
    listen_addr: '',
    unix_socket_dir: folder,
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 2,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(config, `[databases]\npostgres = host=${host} user=owner\n[pgbouncer]\n${lines.join('\n')}\n`);
  const stop = await startServer(join(pgbouncer, 'pgbouncer'), [config], folder, 'process up');
  return { url: (user) => `postgres://${user}@localhost:6432/postgres?host=${folder}`, stop };
}

/** Stops the server and removes its folder. */
async function startServer(
  program: string,
  args: readonly string[],
  folder: string,
  ready: string,
): Promise<() => Promise<void>> {
  const server = spawn(program, args, { ...AS, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += String(chunk);
      if (log.includes(ready)) resolve();
    });
    server.once('exit', () => reject(new Error(log)));
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  return async () => {
    server.kill(program.endsWith('mariadbd') ? 'SIGTERM' : 'SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** What a server that is compiled has in its text. */
function driverOf(kind: keyof typeof DRIVERS): unknown {
  const load = runInThisContext(`(${DRIVERS[kind]})`) as (require: (name: string) => unknown) => unknown;
  return load((name) => process.getBuiltinModule(name));
}

/** One statement of a test, and whether its changes are kept; `values` are those of `$1` and so on. */
interface StatementTried {
  readonly reads: boolean;
  readonly values: readonly Json[];
  readonly fetch: number;
  readonly maxBytes: number;
  readonly accept: (rows: StatementRows) => boolean;
  readonly signal: AbortSignal;
}

/** How it ended; what was done is that of the statement. */
export type StatementEnd =
  | ({ readonly kind: 'done' } & StatementRows)
  | Exclude<TransactionEnd, { readonly kind: 'done' | 'refused' }>;

/** Runs each statement in a transaction of its own. */
export function statementsBy(run: RunTransaction) {
  return async (text: string, tried: Partial<StatementTried> = {}): Promise<StatementEnd> => {
    const { reads = false, values = [], fetch = 100, maxBytes = 1_000_000, accept = () => true } = tried;
    const { signal = new AbortController().signal } = tried;
    let last: readonly StatementRows[] = [];
    const end = await run({
      database: 'shop',
      reads,
      maxBytes,
      signal,
      next(done) {
        last = done;
        if (done[0]) return accept(done[0]) ? undefined : failure('refused', '', '');
        return { text, values: values.map((json) => ({ json })), fetch, isLast: true };
      },
    });
    const [rows = { rows: [], more: false, affected: 0 }] = last;
    return end.kind === 'done' || end.kind === 'refused' ? { kind: 'done', ...rows } : end;
  };
}

/** Runs statements as a tool does. */
export function postgresOf(database: Partial<DatabaseDescriptor> & Pick<DatabaseDescriptor, 'url'>): RunTransaction {
  return openPostgres({ kind: 'postgres', timeout_ms: 10_000, ...database }, driverOf('postgres'));
}

export function mysqlOf(database: Partial<DatabaseDescriptor> & Pick<DatabaseDescriptor, 'url'>): RunTransaction {
  return openMysql({ kind: 'mysql', timeout_ms: 10_000, ...database }, driverOf('mysql'));
}

export const statementsOn = (database: Parameters<typeof postgresOf>[0]) => statementsBy(postgresOf(database));

/** For a server that takes none of its own. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
