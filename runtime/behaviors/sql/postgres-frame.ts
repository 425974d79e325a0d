/** A statement on the wire of PostgreSQL: what is sent for it in one write, and its rows as they arrive. */
import type { Json, JsonObject } from '../../language/json.ts';
import { type BoundStatement, type StatementRows, type TransactionCall, collectRows, sizeOf } from './database.ts';
import { fromPostgres, toPostgres } from './postgres-values.ts';

/** Messages to the server as bytes, of the package `pg-protocol`. */
export interface SqlMessages {
  parse(query: { text: string }): Uint8Array;
  bind(config: { values: readonly (string | null)[] }): Uint8Array;
  describe(what: { type: 'P' }): Uint8Array;
  execute(config: { rows: number }): Uint8Array;
  sync(): Uint8Array;
  query(text: string): Uint8Array;
}

export interface SqlWire {
  readonly stream: { write(bytes: Uint8Array): unknown; destroy(): void };
}

/** Messages of the server are handed to it one by one. */
export interface Submitted {
  submit(wire: SqlWire): void;
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
export type DriverError = Error & {
  readonly code?: string;
  readonly severity?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly table?: string;
};

export type SessionSettings = readonly (readonly [name: string, value: string])[];

/** What is sent beside statements. */
export interface FrameTexts {
  readonly messages: SqlMessages;
  /** What begins a transaction, with its settings; of one that reads, and of one that writes. */
  readonly begin: { readonly read: Uint8Array; readonly write: Uint8Array };
  /** Of its columns, which are asked for where its rows are. */
  readonly describe: Uint8Array;
  readonly sync: Uint8Array;
  /** The commit of a read, and the reset of the session behind it. */
  readonly end: Uint8Array;
}

export function frameTexts(messages: SqlMessages, settings: SessionSettings): FrameTexts {
  const sets = settings.map((_one, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`);
  const set = run(messages, `select ${sets.join(', ')}`, settings.flat());
  const start = (mode: string): Uint8Array => joinBytes(run(messages, `start transaction${mode}`), set);
  const begin = { read: start(' read only'), write: start('') };
  const sync = messages.sync();
  const end = joinBytes(run(messages, 'commit'), sync, messages.query(RESET));
  return { messages, begin, describe: messages.describe({ type: 'P' }), sync, end };
}

/** What ends a session: settings, locks and temporary tables of it are gone. */
export const RESET = 'discard all';

export interface Framed extends BoundStatement, Pick<TransactionCall, 'reads' | 'maxBytes'> {
  readonly isFirst: boolean;
}

/** Whether the session is reset in the same write: nothing of a read is left to decide when its last statement is sent. */
export function isReset({ reads, isLast }: Pick<Framed, 'reads' | 'isLast'>): boolean {
  return reads && isLast;
}

/**
 * A statement in one write: with what begins the transaction before the first, and after the last of a read the commit and
 * the reset of the session, whose end `answerOf` waits for. The text of the author is only ever prepared, where the server
 * takes one statement and no more.
 */
export function frame(
  step: Framed,
  texts: FrameTexts,
  resolve: (rows: StatementRows) => void,
  reject: (error: DriverError) => void,
): Submitted {
  const collector = collectRows(step, step.maxBytes);
  let columns: readonly Column[] = [];
  // Begin and settings end before the statement does.
  const own = step.isFirst ? 2 : 0;
  let ended = 0;
  const next = (): void => void (ended += 1);
  return {
    ...answerOf(() => resolve(collector.rows()), reject),
    // In one write, since each costs more than all of its bytes.
    submit: (wire) => void wire.stream.write(bytesOf(step, texts)),
    handleRowDescription({ fields }) {
      columns = fields;
      collector.name(fields.map(({ name }) => name));
    },
    handleDataRow({ fields: values }) {
      if (ended !== own) return;
      const exact = () => Object.fromEntries(columns.map(({ name }, at) => [name, values[at] ?? null]));
      collector.add(sizeOf(values), () => rowOf(columns, values), exact);
    },
    handleCommandComplete({ text }) {
      const changed = ended === own ? changedIn(text) : undefined;
      if (changed !== undefined) collector.count(changed);
      next();
    },
    handlePortalSuspended: next,
    handleEmptyQuery: next,
  };
}

/** Sends nothing, and waits for the end of what was sent before. */
export function answerOf(resolve: () => void, reject: (error: DriverError) => void): Submitted {
  return {
    submit() {},
    handleRowDescription() {},
    handleDataRow() {},
    handleCommandComplete() {},
    handlePortalSuspended() {},
    handleEmptyQuery() {},
    handleCopyInResponse() {},
    handleCopyData() {},
    handleError: reject,
    handleReadyForQuery: resolve,
  };
}

function bytesOf(step: Framed, { messages, begin, describe, sync, end }: FrameTexts): Uint8Array {
  const { reads, isFirst, text, values, fetch } = step;
  const before = isFirst ? [begin[reads ? 'read' : 'write']] : [];
  return joinBytes(
    ...before,
    messages.parse({ text }),
    messages.bind({ values: values.map(toPostgres) }),
    describe,
    // One more than is kept: that there are others is known by their first.
    messages.execute({ rows: fetch === 0 ? 0 : fetch + 1 }),
    isReset(step) ? end : sync,
  );
}

/** What is run for itself: its rows are not read. */
function run({ parse, bind, execute }: SqlMessages, text: string, values: readonly string[] = []): Uint8Array {
  return joinBytes(parse({ text }), bind({ values }), execute({ rows: 0 }));
}

function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/** `UPDATE 3`, `INSERT 0 3`; a write inside WITH is counted by the rows that it returns. */
function changedIn(tag: string): number | undefined {
  return tag.startsWith('SELECT') ? undefined : Number(/(?<!\d)\d+$/.exec(tag)?.[0] ?? 0);
}

/** Defined, not assigned, only where a name would not become a member. */
function rowOf(columns: readonly Column[], values: readonly (string | null)[]): JsonObject {
  const row: Record<string, Json> = {};
  for (const [at, { name, dataTypeID }] of columns.entries()) {
    const value = fromPostgres(dataTypeID, values[at] ?? null);
    if (name === '__proto__') Object.defineProperty(row, name, { value, enumerable: true });
    else row[name] = value;
  }
  return row;
}
