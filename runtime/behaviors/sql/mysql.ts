/** MySQL and MariaDB by the package `mysql2`: connections that read cannot write, and a statement that has to end is killed in the server. */
import { type Address, addressOf } from './address.ts';
import {
  type BoundStatement,
  type OpenDatabase,
  type SqlStates,
  type StatementRows,
  type TransactionCall,
  type TransactionEnd,
  collectRows,
  errorOf,
  sizeOf,
  stateOf,
  whyUnreachable,
} from './database.ts';
import { type MysqlColumn, type MysqlValue, exactMysql, fromMysql, toMysql } from './mysql-values.ts';
import { type Pooled, createPool, runPooled, runSteps } from './pool.ts';

/** What is used of `mysql2`: a connection with its prepared statements. */
interface MysqlDriver {
  connect(options: object): MysqlConnection;
}

interface MysqlConnection {
  readonly threadId: number;
  readonly stream: { ref(): void; unref(): void; destroy(): void };
  on(event: 'connect', listener: (hello: { readonly serverVersion: string }) => void): unknown;
  on(event: 'error' | 'end', listener: (error: MysqlError) => void): unknown;
  query(text: string, done: (error: MysqlError | null) => void): unknown;
  prepare(text: string, done: (error: MysqlError | null, statement: MysqlPrepared) => void): unknown;
  reset(done: (error: MysqlError | null) => void): unknown;
  end(): unknown;
  /** A value of the type BIGINT, which our text of the driver adds. */
  integer(value: bigint): object;
}

interface MysqlPrepared {
  execute(values: readonly (object | Exclude<MysqlValue, bigint>)[]): Execution;
}

/** A row is a list; what else is a result says how many rows were changed. */
interface Execution {
  on(event: 'fields', listener: (fields: readonly MysqlColumn[] | undefined, at: number) => void): this;
  on(
    event: 'result',
    listener: (row: readonly unknown[] | { readonly affectedRows: number }, at: number) => void,
  ): this;
  on(event: 'error', listener: (error: MysqlError) => void): this;
  on(event: 'end', listener: () => void): this;
}

interface Session extends Pooled {
  readonly connection: MysqlConnection;
  /** The setting that says whether it only reads. */
  mode: string;
  /** Rows that a SELECT of it gives at most. */
  limit: number;
  /** Ends the statement that runs, where the connection does. */
  fail: (error: MysqlError) => void;
}

/** Milliseconds until a server has taken the login, and that a statement gets to end after it was stopped. */
const CONNECT = 10_000;
const GRACE = 1000;

export const openMysql: OpenDatabase = ({ url = '', timeout_ms: timeout }, driver) => {
  const address = addressOf(url, 'mysql');
  if ('problem' in address) return () => Promise.resolve({ kind: 'unreachable', reason: address.problem });
  const open = (): MysqlConnection => (driver as MysqlDriver).connect(optionsFor(address));
  const readers = createPool(() => connect(open, true));
  const writers = createPool(() => connect(open, false));
  return (call) =>
    runPooled(call.reads ? readers : writers, call, (session) => runOn(session, call, timeout, open), notConnected);
};

function optionsFor({ host, port, user, password, database, ssl }: Address): object {
  return {
    ...(host.startsWith('/') ? { socketPath: host } : { host, port }),
    user,
    password,
    database,
    ...(ssl && { ssl: { ...ssl, verifyIdentity: ssl.rejectUnauthorized } }),
    connectTimeout: CONNECT,
    flags: ['-LOCAL_FILES', '-CONNECT_ATTRS'],
    charset: 'utf8mb4_unicode_ci',
    // Rows are read by the runtime, without code made of the names of columns.
    disableEval: true,
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
  };
}

function notConnected(error: MysqlError): TransactionEnd {
  return error.sqlState === undefined ? { kind: 'unreachable', reason: whyUnreachable(error) } : toFailure(error);
}

async function connect(open: () => MysqlConnection, reads: boolean): Promise<Session> {
  const connection = open();
  const session: Session = {
    connection,
    mode: '',
    limit: Infinity,
    fail: () => {},
    ref: () => connection.stream.ref(),
    unref: () => connection.stream.unref(),
    end: () => connection.end(),
    async reset() {
      await waitFor((done) => connection.reset(done));
      await setUp(session);
    },
  };
  // An idle connection that ends must not end the process.
  const die = (error?: MysqlError): void => {
    session.isDead = true;
    session.fail(error ?? new Error('the connection ended'));
  };
  const { serverVersion } = await new Promise<{ readonly serverVersion: string }>((resolve, reject) => {
    session.fail = reject;
    connection.on('error', die);
    connection.on('end', () => die());
    connection.on('connect', resolve);
  });
  // MariaDB has the name that MySQL had before 8.
  const readOnly = serverVersion.includes('MariaDB') ? 'tx_read_only' : 'transaction_read_only';
  session.mode = `${readOnly} = ${Number(reads)}`;
  await setUp(session);
  return session;
}

/** The mode of the session also holds after a statement that commits by itself; quotes are those of the standard, as rules read them. */
async function setUp(session: Session): Promise<void> {
  const { mode, limit } = session;
  const sqlMode = "concat(@@sql_mode, ',ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_TRANS_TABLES')";
  const rows = limit === Infinity ? '' : `, sql_select_limit = ${limit}`;
  await run(session, `set names utf8mb4, ${mode}, time_zone = '+00:00', sql_mode = ${sqlMode}${rows}`);
}

function run({ connection }: Session, text: string): Promise<unknown> {
  return waitFor((done) => connection.query(text, done));
}

function waitFor(ask: (done: (error: MysqlError | null) => void) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    ask((error) => (error ? reject(error) : resolve()));
  });
}

/** Runs one call on a connection, and leaves it without a transaction. */
async function runOn(
  session: Session,
  call: TransactionCall,
  timeout: number,
  open: () => MysqlConnection,
): Promise<TransactionEnd> {
  let isLate = false;
  let stopped: Promise<void> | undefined;
  const stop = (): void => void (stopped ??= killStatement(session, open));
  const late = (): void => {
    isLate = true;
    stop();
  };
  call.signal.addEventListener('abort', stop, { once: true });
  const guarded = async (step: BoundStatement, isFirst: boolean): Promise<StatementRows> => {
    // A single statement that reads needs no transaction of its own.
    if (isFirst && !(call.reads && step.isLast)) await run(session, 'start transaction');
    const timer = setTimeout(late, timeout);
    // Where it ends although it was stopped, its call is over all the same.
    const rows = await runStep(session, step, call.maxBytes).finally(() => clearTimeout(timer));
    if (stopped) throw new Error('stopped');
    return rows;
  };
  try {
    const end = await runSteps(call, guarded);
    if (call.reads || end.kind !== 'done') return end;
    if (call.signal.aborted) return { kind: 'aborted' };
    // From here on nothing is stopped: whether a commit that was stopped has happened would not be known.
    call.signal.removeEventListener('abort', stop);
    const failed = await run(session, 'commit').then(() => undefined, errorOf);
    return failed ? endBy(failed, true) : end;
  } catch (thrown) {
    if (call.signal.aborted) return { kind: 'aborted' };
    if (isLate)
      return { kind: 'failed', state: '1317', sqlstate: '57014', text: 'the statement took too long', json: {} };
    return endBy(errorOf(thrown), false);
  } finally {
    call.signal.removeEventListener('abort', stop);
    await stopped;
  }
}

function endBy(error: MysqlError, unclear: boolean): TransactionEnd {
  return isLost(error) ? { kind: 'lost', unclear } : toFailure(error);
}

/** Of the server where it has a `sqlState`, else of the socket. */
type MysqlError = Error & { readonly errno?: number; readonly code?: string; readonly sqlState?: string };

/** Without a state of the server the socket has ended; of the states those of an end of the connection. */
function isLost({ sqlState, errno }: MysqlError): boolean {
  return sqlState === undefined || sqlState.startsWith('08') || errno === 1927 || errno === 1053;
}

/** SQLSTATEs that say more than those of the server itself, with its numbers for them. */
const STATES: readonly SqlStates[] = [
  ['23505', 1022, 1062, 1586],
  ['23503', 1216, 1217, 1451, 1452],
  ['23502', 1048, 1364],
  ['23514', 3819, 4025],
  ['40001', 1205, 1213, 1020],
  ['57014', 1317, 1969, 3024],
  ['25006', 1792, 1290, 1836],
  ['22000', 1366, 1265],
  ['53300', 1040, 1203, 1226],
  ['3D000', 1049],
  ['42501', 1044, 1142, 1143, 1227, 1370],
];

function toFailure({ errno = 0, message, sqlState = '' }: MysqlError): TransactionEnd {
  return {
    kind: 'failed',
    state: String(errno),
    sqlstate: stateOf(errno, STATES) ?? sqlState,
    text: message,
    json: { message },
  };
}

async function runStep(session: Session, step: BoundStatement, maxBytes: number): Promise<StatementRows> {
  const { text, values, fetch } = step;
  const { connection } = session;
  // One more than is kept: that there are others is known by their first.
  if (fetch > 0 && session.limit !== fetch + 1) {
    await run(session, `set session sql_select_limit = ${fetch + 1}`);
    session.limit = fetch + 1;
  }
  return new Promise((resolve, reject) => {
    session.fail = reject;
    connection.prepare(text, (problem, prepared) => {
      if (problem) return reject(problem);
      const rows = collectRows(step, maxBytes);
      let columns: readonly MysqlColumn[] = [];
      return prepared
        .execute(values.map(toMysql).map((one) => (typeof one === 'bigint' ? connection.integer(one) : one)))
        .on('fields', (fields, at) => {
          if (at !== 0) return;
          columns = fields ?? [];
          rows.name(columns.map(({ name }) => name));
        })
        .on('result', (row, at) => {
          if ('affectedRows' in row) rows.count(row.affectedRows);
          else if (at === 0)
            rows.add(
              sizeOf(row),
              () => rowOf(columns, row, fromMysql),
              () => rowOf(columns, row, exactMysql),
            );
        })
        .on('error', reject)
        .on('end', () => resolve(rows.rows()));
    });
  });
}

function rowOf<Value>(
  columns: readonly MysqlColumn[],
  row: readonly unknown[],
  read: (column: MysqlColumn, value: unknown) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(columns.map((column, at) => [column.name, read(column, row[at])]));
}

/** On a connection of its own; what does not end then is cut off. It could be stopped once more: the session is not used again. */
function killStatement(session: Session, open: () => MysqlConnection): Promise<void> {
  session.isDead = true;
  const killer = open();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(cutOff);
      killer.stream.destroy();
      resolve();
    };
    const cut = (): void => {
      session.connection.stream.destroy();
      session.fail(new Error('stopped'));
      end();
    };
    const cutOff = setTimeout(cut, GRACE);
    killer.on('error', cut);
    killer.query(`kill query ${session.connection.threadId}`, (error) => (error ? cut() : end()));
  });
}
