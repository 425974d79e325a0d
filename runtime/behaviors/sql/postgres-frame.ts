/** A statement on the wire of PostgreSQL: what is sent for it in one write, and its rows as they arrive. */
import type { JsonObject } from '../../language/json.ts';
import type { BoundStatement, StatementRows, TransactionCall } from './database.ts';
import { fromPostgres, toPostgres } from './postgres-values.ts';

export interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  parse(query: { text: string }): void;
  bind(config: { values?: readonly (string | null)[] }): void;
  describe(what: { type: 'P' }): void;
  execute(config: { rows?: number }): void;
  sync(): void;
}

/** Messages of the server are handed to it one by one. */
export interface Submitted {
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
export type DriverError = Error & {
  readonly code?: string;
  readonly severity?: string;
  readonly detail?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly table?: string;
};

export type Settings = readonly (readonly [name: string, value: string])[];

/**
 * A statement in one write: with what begins the transaction before the first, and the commit after the last of a read. The
 * text of the author is only ever prepared, where the server takes one statement and no more.
 */
export function frame(
  step: Framed,
  before: Settings | undefined,
  resolve: (rows: StatementRows) => void,
  reject: (error: DriverError) => void,
): Submitted {
  const taken = collect(step);
  // Begin and settings end before the statement does.
  const own = before ? 2 : 0;
  let ended = 0;
  const next = (): void => void (ended += 1);
  return {
    submit: (wire) => send(wire, step, before),
    handleRowDescription: ({ fields }) => taken.describe(fields),
    handleDataRow: ({ fields }) => ended === own && taken.row(fields),
    handleCommandComplete({ text }) {
      if (ended === own) taken.count(text);
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

function send(wire: Wire, { reads, isLast, text, values, fetch }: Framed, before: Settings | undefined): void {
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

/** The rows of a statement as JSON, up to the limits of the call. */
function collect({ fetch, maxBytes }: Framed) {
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
      more ||= size > maxBytes || rows.length === fetch;
      if (more) return;
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
    rows: (): StatementRows => ({ rows, more, affected }),
  };
}
