/** PostgreSQL by the package `pg`: each call is one transaction, a read in one write to the server, stopped there when the call ends. */
import type { DatabaseDescriptor } from '../../descriptor/descriptor.ts';
import {
  type OpenDatabase,
  type StatementRows,
  type TransactionCall,
  type TransactionEnd,
  errorOf,
  whyUnreachable,
} from './database.ts';
import { type Address, addressOf } from './address.ts';
import { type Pool, type Pooled, createPool, runPooled, runSteps } from './pool.ts';
import {
  type DriverError,
  type FrameTexts,
  type Framed,
  type SessionSettings,
  type SqlMessages,
  type SqlWire,
  type Submitted,
  RESET,
  answerOf,
  frame,
  frameTexts,
  isReset,
} from './postgres-frame.ts';

/** What is used of `pg`: its client, and the messages of its connection, as its own cursors use them. */
interface Client extends Pooled {
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: SqlWire;
  connect(): Promise<unknown>;
  query(work: Submitted | string): Promise<unknown>;
  on(event: 'error' | 'end', listener: () => void): unknown;
  getTransactionStatus(): string | null;
  getStartupConf: () => object;
  /** The reset that was sent with the last statement. */
  sentReset?: Promise<void> | undefined;
}

type MakeClient = new (config: object) => Client;

/** Milliseconds until a server has taken the login. */
const CONNECT = 10_000;

export const openPostgres: OpenDatabase = (database, driver) => {
  const { Client, messages } = driver as { readonly Client: MakeClient; readonly messages: SqlMessages };
  const address = addressOf(database.url ?? '');
  if ('problem' in address) return () => Promise.resolve({ kind: 'unreachable', reason: address.problem });
  const shared = frameTexts(messages, settingsOf(database));
  const pool: Pool<Client> = createPool(() => connect(Client, address));
  return (call) => {
    const { settings } = call;
    const texts = settings ? frameTexts(messages, settingsOf({ ...database, settings })) : shared;
    return runPooled(pool, call, (client) => runOn(client, call, texts, address), notConnected);
  };
};

function notConnected(error: DriverError): TransactionEnd {
  if (error.severity !== undefined) return toFailure(error);
  return { kind: 'unreachable', reason: whyUnreachable(error) };
}

async function connect(Client: MakeClient, address: Address): Promise<Client> {
  const client = new Client({
    ...address,
    // Only this keeps the driver from looking for passwords elsewhere.
    password: () => address.password,
    connectionTimeoutMillis: CONNECT,
  });
  const { user, database } = address;
  client.getStartupConf = () => ({ user, database, ...SESSION });
  // An idle connection that ends must not end the process.
  const die = (): void => void (client.isDead = true);
  client.on('error', die);
  client.on('end', die);
  await client.connect();
  client.reset = () => resetSession(client);
  return client;
}

/** After a statement that failed, the reset that was sent with it has failed as well. */
async function resetSession(client: Client): Promise<void> {
  const { sentReset = Promise.reject(new Error('none was sent')) } = client;
  client.sentReset = undefined;
  await sentReset.catch(() => client.query(RESET));
}

/** Of a session from its start, which a reset brings back: poolers keep these three for each of their clients. */
const SESSION = { client_encoding: 'UTF8', TimeZone: 'UTC', DateStyle: 'ISO, YMD' };

/** Set for each transaction: a pooler may refuse them at the start, and forget them later. */
function settingsOf({ timeout_ms, role, settings = {} }: DatabaseDescriptor): SessionSettings {
  return [
    ['intervalstyle', 'iso_8601'],
    ['bytea_output', 'hex'],
    ['statement_timeout', String(timeout_ms)],
    ...Object.entries(settings),
    ...(role === undefined ? [] : [['role', role] as const]),
  ];
}

/** Runs one call on a connection, and leaves it without a transaction. */
async function runOn(
  client: Client,
  call: TransactionCall,
  texts: FrameTexts,
  address: Address,
): Promise<TransactionEnd> {
  let stopped: Promise<void> | undefined;
  let isOver = false;
  const stop = (): void => void (stopped = stopStatement(client, address));
  call.signal.addEventListener('abort', stop, { once: true });
  try {
    const end = await runSteps(call, (step, isFirst) => runStep(client, { ...call, ...step, isFirst }, texts));
    isOver = call.reads && end.kind === 'done';
    if (isOver || end.kind === 'refused') return end;
    if (call.signal.aborted) return { kind: 'aborted' };
    // From here on nothing is stopped: whether a commit that was stopped has happened would not be known.
    call.signal.removeEventListener('abort', stop);
    const failed = await client.query('commit').then(() => undefined, errorOf);
    isOver = client.getTransactionStatus() === 'I';
    return failed ? endBy(failed, true) : end;
  } catch (thrown) {
    return call.signal.aborted ? { kind: 'aborted' } : endBy(errorOf(thrown), false);
  } finally {
    call.signal.removeEventListener('abort', stop);
    // Else it could stop the next statement of this connection.
    await stopped;
    // What the server says of the transaction may still be on its way: without one, a rollback does nothing.
    if (!isOver && !client.isDead) {
      await client.sentReset?.catch(() => {});
      await client.query('rollback').catch(() => {});
    }
  }
}

function runStep(client: Client, step: Framed, texts: FrameTexts): Promise<StatementRows> {
  const rows = new Promise<StatementRows>((resolve, reject) => {
    void client.query(frame(step, texts, resolve, reject));
  });
  if (isReset(step)) client.sentReset = resetSent(client);
  return rows;
}

function resetSent(client: Client): Promise<void> {
  const sent = new Promise<void>((resolve, reject) => {
    void client.query(answerOf(resolve, reject));
  });
  // A failed reset is found by the next use of the connection.
  sent.catch(() => {});
  return sent;
}

/** Without a state of the server the socket has ended; of the states those of an end of the connection. */
function endBy(error: DriverError, unclear: boolean): TransactionEnd {
  const { severity, code = '' } = error;
  return severity === undefined || /^(?:08|57P0)/.test(code) ? { kind: 'lost', unclear } : toFailure(error);
}

function toFailure({ message, code = '', detail, constraint, column, table }: DriverError): TransactionEnd {
  const members = { message, detail, constraint, column, table };
  const json = Object.fromEntries(
    Object.entries(members).filter((one): one is [string, string] => one[1] !== undefined),
  );
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
