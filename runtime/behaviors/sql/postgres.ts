/** PostgreSQL by the package `pg`: each call is one transaction, a read in one write to the server, stopped there when the call ends. */
import type { JsonObject } from '../../language/json.ts';
import type { DatabaseDescriptor } from '../../descriptor/descriptor.ts';
import type { OpenDatabase, StatementCall, StatementEnd, StatementRows } from './database.ts';
import { type Address, addressOf } from './address.ts';
import { type Pool, type Pooled, createPool } from './pool.ts';
import { fromPostgres, toPostgres } from './postgres-values.ts';

/** What is used of `pg`: its client, and the messages of its connection, as its own cursors use them. */
interface Client extends Pooled {
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: Wire;
  connect(): Promise<unknown>;
  query(work: Submitted | string): Promise<unknown>;
  on(event: 'error' | 'end', listener: () => void): unknown;
  getTransactionStatus(): string | null;
}

interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  parse(query: { text: string }): void;
  bind(config: { values?: readonly (string | null)[] }): void;
  describe(what: { type: 'P' }): void;
  execute(config: { rows?: number }): void;
  sync(): void;
}

/** Messages of the server are handed to it one by one. */
interface Submitted {
  submit(wire: Wire): void;
  handleRowDescription(message: { readonly fields: readonly Column[] }): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handlePortalSuspended(): void;
  handleEmptyQuery(): void;
  handleCopyInResponse(): void;
  handleCopyData(): void;
  handleError(error: DriverError): void;
  handleReadyForQuery(): void;
}

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Of the server where it has a `severity`, else of the socket. */
type DriverError = Error & {
  readonly code?: string;
  readonly severity?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly table?: string;
};

type Settings = readonly (readonly [name: string, value: string])[];

type MakeClient = new (config: object) => Client;

/** Milliseconds until a server has taken the login. */
const CONNECT = 10_000;

/** Tries of a call of which nothing happened. */
const TRIES = 3;

export const openPostgres: OpenDatabase = (database, driver) => {
  const { Client } = driver as { readonly Client: MakeClient };
  const settings = settingsOf(database);
  const address = addressOf(database.url ?? '');
  if ('problem' in address) return () => Promise.resolve({ kind: 'unreachable', reason: address.problem });
  const pool: Pool<Client> = createPool(() => connect(Client, address));
  return async (call) => {
    let end: StatementEnd = { kind: 'aborted' };
    for (let left = TRIES; left > 0 && !call.signal.aborted; left -= 1) {
      end = await pool
        .use((client) => runOn(client, call, settings, address), call.signal)
        .catch((error: DriverError) => notConnected(error, call.signal));
      if (!isRepeatable(end, call)) return end;
    }
    return end;
  };
};

/** After a deadlock or a conflict nothing has happened, and a read changes nothing. */
function isRepeatable(end: StatementEnd, { reads }: StatementCall): boolean {
  if (end.kind === 'lost') return reads;
  return end.kind === 'failed' && /^40(?:001|P01)$/.test(end.state);
}

function notConnected(error: DriverError, signal: AbortSignal): StatementEnd {
  if (signal.aborted) return { kind: 'aborted' };
  if (error.severity !== undefined) return toFailure(error);
  return { kind: 'unreachable', reason: error.code ?? error.message };
}

async function connect(Client: MakeClient, address: Address): Promise<Client> {
  const client = new Client({
    ...address,
    // Only this keeps the driver from looking for passwords elsewhere.
    password: () => address.password,
    connectionTimeoutMillis: CONNECT,
  });
  // An idle connection that ends must not end the process.
  const die = (): void => void (client.isDead = true);
  client.on('error', die);
  client.on('end', die);
  await client.connect();
  client.reset = () => client.query('discard all');
  return client;
}

/** Set for each transaction, so that a session in another language, zone or state gives the same texts. */
function settingsOf({ timeout_ms, role, settings = {} }: DatabaseDescriptor): Settings {
  return [
    ['client_encoding', 'UTF8'],
    ['timezone', 'UTC'],
    ['datestyle', 'ISO, YMD'],
    ['intervalstyle', 'iso_8601'],
    ['bytea_output', 'hex'],
    ['statement_timeout', String(timeout_ms)],
    ...Object.entries(settings),
    ...(role === undefined ? [] : [['role', role] as const]),
  ];
}

/** Runs one call on a connection, and leaves it without a transaction. */
async function runOn(client: Client, call: StatementCall, settings: Settings, address: Address): Promise<StatementEnd> {
  let stopped: Promise<void> | undefined;
  let isOver = false;
  const stop = (): void => void (stopped = stopStatement(client, address));
  call.signal.addEventListener('abort', stop, { once: true });
  try {
    const rows = await new Promise<StatementRows>((resolve, reject) => {
      void client.query(frame(call, settings, resolve, reject));
    });
    isOver = call.reads;
    if (call.reads) return { kind: 'done', ...rows };
    if (call.signal.aborted) return { kind: 'aborted' };
    call.signal.removeEventListener('abort', stop);
    const end = await finish(client, call, rows);
    isOver = client.getTransactionStatus() === 'I';
    return end;
  } catch (thrown) {
    const error = thrown as DriverError;
    if (call.signal.aborted) return { kind: 'aborted' };
    return isLost(error) ? { kind: 'lost', unclear: false } : toFailure(error);
  } finally {
    call.signal.removeEventListener('abort', stop);
    // Else it could stop the next statement of this connection.
    await stopped;
    // What the server says of the transaction may still be on its way: without one, a rollback does nothing.
    if (!isOver && !client.isDead) await client.query('rollback').catch(() => {});
  }
}

/** From here on nothing is stopped: whether a commit that was stopped has happened would not be known. */
async function finish(client: Client, call: StatementCall, rows: StatementRows): Promise<StatementEnd> {
  if (!call.accept(rows)) return { kind: 'done', ...rows };
  try {
    await client.query('commit');
    return { kind: 'done', ...rows };
  } catch (error) {
    return isLost(error as DriverError) ? { kind: 'lost', unclear: true } : toFailure(error as DriverError);
  }
}

/** Without a state of the server the socket has ended; of the states those of an end of the connection. */
function isLost({ severity, code = '' }: DriverError): boolean {
  return severity === undefined || /^(?:08|57P0)/.test(code);
}

function toFailure({ message, code = '', detail, constraint, column, table }: DriverError): StatementEnd {
  const members = { message, detail, constraint, column, table };
  const json = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
  return { kind: 'failed', state: code, text: [message, detail ?? ''].join('\n').trim(), json };
}

/** Milliseconds that a statement gets to end after it was stopped. */
const GRACE = 1000;

/** Over a connection of its own, as the protocol has it (Canceling Requests in Progress); what does not end then is cut off. */
function stopStatement(client: Client, { host, port }: Address): Promise<void> {
  const { processID, secretKey, connection } = client;
  const request = new DataView(new ArrayBuffer(16));
  for (const [at, number] of [16, 80877102, processID, secretKey].entries()) request.setInt32(at * 4, number);
  const { connect: open } = process.getBuiltinModule('node:net');
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? open(`${host}/.s.PGSQL.${port}`) : open(port, host);
    const cutOff = setTimeout(() => {
      connection.stream.destroy();
      socket.destroy();
    }, GRACE);
    // The server closes it when the signal is sent.
    const sent = (): void => {
      clearTimeout(cutOff);
      resolve();
    };
    socket
      .on('error', () => connection.stream.destroy())
      .on('close', sent)
      .resume()
      .write(new Uint8Array(request.buffer));
  });
}

/**
 * The whole call in one write: begin, settings, the statement with a limit of fetched rows, and for a read the commit. The text of
 * the author is only ever prepared, where the server takes one statement and no more.
 */
function frame(
  call: StatementCall,
  settings: Settings,
  resolve: (rows: StatementRows) => void,
  reject: (error: DriverError) => void,
): Submitted {
  const taken = collect(call);
  // Of begin, settings, the statement and the commit.
  let ended = 0;
  const next = (): void => void (ended += 1);
  return {
    submit: (wire) => send(wire, call, settings),
    handleRowDescription: ({ fields }) => taken.describe(fields),
    handleDataRow: ({ fields }) => ended === 2 && taken.row(fields),
    handleCommandComplete({ text }) {
      if (ended === 2) taken.count(text);
      next();
    },
    handlePortalSuspended() {
      taken.suspend();
      next();
    },
    handleEmptyQuery: next,
    handleCopyInResponse: () => {},
    handleCopyData: () => {},
    handleError: reject,
    handleReadyForQuery: () => resolve(taken.rows()),
  };
}

function send(wire: Wire, { reads, text, values, fetch }: StatementCall, settings: Settings): void {
  const run = (query: string, given: readonly (string | null)[] = [], rows?: number): void => {
    wire.parse({ text: query });
    wire.bind({ values: given });
    if (rows !== undefined) wire.describe({ type: 'P' });
    wire.execute({ rows: rows ?? 0 });
  };
  const sets = settings.map((_one, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`);
  wire.stream.cork();
  run(reads ? 'start transaction read only' : 'start transaction');
  run(`select ${sets.join(', ')}`, settings.flat());
  run(text, values.map(toPostgres), fetch);
  if (reads) run('commit');
  wire.sync();
  wire.stream.uncork();
}

/** The rows of a statement as JSON, up to the limits of the call. */
function collect({ fetch, maxBytes }: StatementCall) {
  let columns: readonly Column[] = [];
  const rows: JsonObject[] = [];
  let size = 0;
  let more = false;
  let affected = 0;
  return {
    describe: (fields: readonly Column[]) => void (columns = fields),
    row(values: readonly (string | null)[]) {
      size += values.reduce((sum, value) => sum + (value?.length ?? 4), 0);
      affected += 1;
      if (fetch === 0) return;
      if (size > maxBytes) more = true;
      else if (!more)
        rows.push(
          Object.fromEntries(
            columns.map(({ name, dataTypeID }, at) => [name, fromPostgres(dataTypeID, values[at] ?? null)]),
          ),
        );
    },
    /** `UPDATE 3`, `INSERT 0 3`; a write inside WITH is counted by the rows that it returns. */
    count(tag: string) {
      if (!tag.startsWith('SELECT')) affected = Number(/(?<!\d)\d+$/.exec(tag)?.[0] ?? 0);
    },
    suspend: () => void (more = true),
    rows: (): StatementRows => ({ rows, more, affected }),
  };
}
