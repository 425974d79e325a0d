/** A PostgreSQL server of its own for a test file, and the driver as servers carry it. */
import { execFileSync, spawn } from 'node:child_process';
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { DRIVERS } from '../../compiler/emit/server/drivers.generated.ts';
import type { RunTransaction, StatementRows, TransactionEnd } from '../../runtime/behaviors/sql/database.ts';
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

function binariesOf(): string | undefined {
  const versioned = FOLDERS.filter(isThere).flatMap((base) => readdirSync(base).map((name) => join(base, name, 'bin')));
  const inPath = (process.env['PATH'] ?? '').split(':');
  return [...versioned, ...inPath].find(
    (folder) => isThere(join(folder, 'initdb')) && isThere(join(folder, 'postgres')),
  );
}

const binaries = binariesOf();

/** HAFT_DATABASES=required makes a missing server a failure. */
export const isPostgresMissing = binaries === undefined && process.env['HAFT_DATABASES'] !== 'required';

/** Servers refuse root: then they run as the user that has no rights. */
const AS = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

interface PostgresServer {
  /** Of a login: `owner` is the superuser. */
  readonly url: (user: string) => string;
  readonly stop: () => Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  if (binaries === undefined) throw new Error('Debian package postgresql is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  if (AS.uid !== undefined) chownSync(folder, AS.uid, AS.gid);
  const data = join(folder, 'd');
  const setup = ['-D', data, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8', '-U', 'owner'];
  execFileSync(join(binaries, 'initdb'), setup, { ...AS, cwd: folder, stdio: 'ignore' });
  const own = [
    '-D',
    data,
    '-k',
    folder,
    '-c',
    'listen_addresses=',
    '-c',
    'fsync=off',
    '-c',
    'timezone=America/New_York',
  ];
  const server = spawn(join(binaries, 'postgres'), own, { ...AS, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => {
      log += String(chunk);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(log)));
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  return {
    url: (user) => `postgres://${user}@localhost/postgres?host=${folder}`,
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
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
function statementsBy(run: RunTransaction) {
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
        return { text, values, fetch, isLast: true };
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

export const statementsOn = (database: Parameters<typeof postgresOf>[0]) => statementsBy(postgresOf(database));
