/** The program of the child process of a SQLite database: the text of these functions, which name nothing but each other. */

export type SqliteValue = string | number | bigint | null | Uint8Array;

/** The next statement of a transaction, or whether its changes are kept. */
export type ChildRequest =
  | {
      readonly file: string;
      readonly text: string;
      readonly values: readonly SqliteValue[];
      readonly reads: boolean;
      readonly fetch: number;
      readonly maxBytes: number;
      /** A read ends with it. */
      readonly isLast: boolean;
    }
  | { readonly keep: boolean };

/** The rows of a statement, that the transaction has ended, or that it failed, which ends it as well. */
export type ChildAnswer =
  | {
      readonly rows: readonly (readonly (readonly [name: string, value: SqliteValue])[])[];
      /** Of its columns, where this Node knows them. */
      readonly names?: readonly string[] | undefined;
      readonly more: boolean;
      readonly affected: number;
    }
  | { readonly isOver: true }
  | { readonly errcode: number; readonly message: string };

/** What is used of `node:sqlite`. */
interface Sqlite {
  readonly DatabaseSync: new (file: string, options: object) => Connection;
}

interface Connection {
  exec(text: string): void;
  prepare(text: string): Prepared;
  setAuthorizer?(judge: (action: number, name: string | null) => number): void;
}

interface Prepared {
  setReadBigInts(on: boolean): void;
  /** From Node 22.16 on. */
  columns?(): readonly { readonly name: string }[];
  iterate(...values: readonly SqliteValue[]): IterableIterator<Readonly<Record<string, SqliteValue>>>;
  run(...values: readonly SqliteValue[]): { readonly changes: number | bigint };
}

type Statement = Extract<ChildRequest, { readonly text: string }>;

type Answer = Extract<ChildAnswer, { readonly rows: unknown }>;

interface ChildState {
  readonly open: Map<string, Connection>;
  /** That of a transaction which has not ended. */
  busy?: Connection | undefined;
}

/** The program of the child. */
export function sqliteChildText(): string {
  const functions = [connectFile, takeRows, runStatementIn, endTransaction, answerTo, endWithParent, serveParent];
  return `${functions.map(String).join('\n')}\n${serveParent.name}()`;
}

function connectFile({ open }: ChildState, file: string, reads: boolean): Connection {
  const key = `${reads} ${file}`;
  const database = open.get(key);
  if (database) return database;
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as Sqlite;
  const db = new DatabaseSync(file, { readOnly: reads, enableForeignKeyConstraints: true });
  db.exec('PRAGMA busy_timeout = 5000');
  if (reads) db.exec('PRAGMA query_only = 1');
  // SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE and SQLITE_TRANSACTION are SQLITE_OK. So are SQLITE_INSERT,
  // SQLITE_DELETE, SQLITE_UPDATE and the version of the data: virtual tables prepare them to be read, and the connection runs
  // none of them. All else is SQLITE_DENY.
  if (reads)
    db.setAuthorizer?.((action, name) =>
      [21, 20, 31, 33, 22, 18, 9, 23].includes(action) || (action === 19 && name === 'data_version') ? 0 : 1,
    );
  open.set(key, db);
  return db;
}

/** A write ends with its first row, however many are taken. */
function takeRows(statement: Prepared, { values, fetch, maxBytes }: Statement): Answer {
  const rows: (readonly (readonly [string, SqliteValue])[])[] = [];
  const names = statement.columns?.().map(({ name }) => name);
  let size = 0;
  for (const row of statement.iterate(...values)) {
    const members = Object.entries(row);
    for (const [, value] of members)
      size += typeof value === 'string' ? Buffer.byteLength(value) : Object(value).length || 8;
    if (rows.length === fetch || size > maxBytes) return { rows, names, more: true, affected: rows.length };
    rows.push(members);
  }
  return { rows, names, more: false, affected: rows.length };
}

function runStatementIn(state: ChildState, request: Statement): Answer {
  const { file, text, reads, fetch, values } = request;
  if (!state.busy) {
    const db = connectFile(state, file, reads);
    db.exec(`BEGIN${reads ? '' : ' IMMEDIATE'}`);
    state.busy = db;
  }
  const statement = state.busy.prepare(text);
  statement.setReadBigInts(true);
  if (fetch > 0) return takeRows(statement, request);
  return { rows: [], more: false, affected: Number(statement.run(...values).changes) };
}

/** Where it fails, nothing is kept; SQLite may have ended the transaction itself. */
function answerTo(state: ChildState, request: ChildRequest): ChildAnswer {
  try {
    const answer = 'text' in request ? runStatementIn(state, request) : undefined;
    if ('text' in request ? request.reads && request.isLast : request.keep) {
      state.busy?.exec('COMMIT');
      state.busy = undefined;
    }
    if (answer) return answer;
  } catch (error) {
    const { errcode = 1, message } = error as Error & { readonly errcode?: number };
    endTransaction(state);
    return { errcode, message };
  }
  endTransaction(state);
  return { isOver: true };
}

function endTransaction(state: ChildState): void {
  try {
    state.busy?.exec('ROLLBACK');
  } catch {
    // There was none any more.
  }
  state.busy = undefined;
}

/** A statement blocks the thread that would hear of the end of the server; the input of another thread ends with it. */
function endWithParent(): void {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const text = "require('node:fs').read(0, Buffer.alloc(1), 0, 1, null, () => process.kill(process.pid, 'SIGKILL'));";
  new Worker(text, { eval: true }).unref();
}

function serveParent(): void {
  endWithParent();
  const state: ChildState = { open: new Map() };
  process.on('message', (request: ChildRequest) => process.send?.(answerTo(state, request)));
  process.on('disconnect', () => process.exit());
}
