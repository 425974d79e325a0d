/** A statement on the wire of PostgreSQL: what is sent for it in one write, and its rows as they arrive. */
import type { JsonObject } from '../../language/json.ts';
import { type BoundStatement, type StatementRows, type TransactionCall, collectRows } from './database.ts';
import { fromPostgres, toPostgres } from './postgres-values.ts';

export interface SqlWire {
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  parse(query: { text: string }): void;
  bind(config: { values?: readonly (string | null)[] }): void;
  describe(what: { type: 'P' }): void;
  execute(config: { rows?: number }): void;
  sync(): void;
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

/**
 * A statement in one write: with what begins the transaction before the first, and the commit after the last of a read. The
 * text of the author is only ever prepared, where the server takes one statement and no more.
 */
export function frame(
  step: Framed,
  before: SessionSettings | undefined,
  resolve: (rows: StatementRows) => void,
  reject: (error: DriverError) => void,
): Submitted {
  const taken = collectRows(step, step.maxBytes);
  let columns: readonly Column[] = [];
  // Begin and settings end before the statement does.
  const own = before ? 2 : 0;
  let ended = 0;
  const next = (): void => void (ended += 1);
  return {
    submit: (wire) => send(wire, step, before),
    handleRowDescription: ({ fields }) => void (columns = fields),
    handleDataRow({ fields: values }) {
      if (ended !== own) return;
      const bytes = values.reduce((sum, value) => sum + (value?.length ?? 4), 0);
      taken.add(bytes, () => rowOf(columns, values));
    },
    handleCommandComplete({ text }) {
      const changed = ended === own ? changedIn(text) : undefined;
      if (changed !== undefined) taken.count(changed);
      next();
    },
    handlePortalSuspended: next,
    handleEmptyQuery: next,
    handleCopyInResponse: () => {},
    handleCopyData: () => {},
    handleError: reject,
    handleReadyForQuery: () => resolve(taken.rows()),
  };
}

type Framed = BoundStatement & Pick<TransactionCall, 'reads' | 'maxBytes'>;

function send(
  wire: SqlWire,
  { reads, isLast, text, values, fetch }: Framed,
  before: SessionSettings | undefined,
): void {
  const run = (query: string, given: readonly (string | null)[] = [], rows?: number): void => {
    wire.parse({ text: query });
    wire.bind({ values: given });
    if (rows !== undefined) wire.describe({ type: 'P' });
    wire.execute({ rows: rows ?? 0 });
  };
  wire.stream.cork();
  if (before) {
    const sets = before.map((_one, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`);
    run(reads ? 'start transaction read only' : 'start transaction');
    run(`select ${sets.join(', ')}`, before.flat());
  }
  // One more than is kept: that there are others is known by their first.
  run(text, values.map(toPostgres), fetch === 0 ? 0 : fetch + 1);
  if (reads && isLast) run('commit');
  wire.sync();
  wire.stream.uncork();
}

/** `UPDATE 3`, `INSERT 0 3`; a write inside WITH is counted by the rows that it returns. */
function changedIn(tag: string): number | undefined {
  return tag.startsWith('SELECT') ? undefined : Number(/(?<!\d)\d+$/.exec(tag)?.[0] ?? 0);
}

function rowOf(columns: readonly Column[], values: readonly (string | null)[]): JsonObject {
  return Object.fromEntries(
    columns.map(({ name, dataTypeID }, at) => [name, fromPostgres(dataTypeID, values[at] ?? null)]),
  );
}
