/** A database as a `sql:` tool uses it, whatever its kind: the statements of one transaction, and how it ended. */
import { entryOf } from '../../server/memory.ts';
import type { DatabaseDescriptor, ServerDescriptor } from '../../descriptor/descriptor.ts';
import { type JsonObject, ownMember } from '../../language/json.ts';
import { requireModule } from '../../language/require-module.ts';
import { textOf } from '../../language/template.ts';
import type { SetVariables } from '../../server/environment.ts';
import type { ToolFailure } from '../../server/failure.ts';
import type { BoundValue, ExactRow } from './bound.ts';

/** A statement with its values. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly BoundValue[];
  /** Rows that are fetched; all are counted, and none fetched, where 0. */
  readonly fetch: number;
  /** Whether the transaction ends after it. */
  readonly isLast: boolean;
  /** Whether a later statement or a cursor reads its last row. */
  readonly isRead?: boolean;
}

/** The statements of a call, in one transaction. */
export interface TransactionCall {
  readonly database: string;
  /** In a read-only transaction. */
  readonly reads: boolean;
  readonly maxBytes: number;
  /**
   * The statement after those that are done, by their rows; undefined at the end, where the changes are kept; a failure
   * where nothing is. The same for the same rows: a transaction may be run again.
   */
  readonly next: (done: readonly StatementRows[]) => BoundStatement | ToolFailure | undefined;
  readonly signal: AbortSignal;
  /** In place of those of the database: what the user of the call is. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface StatementRows {
  readonly rows: readonly JsonObject[];
  /** Rows were left out. */
  readonly more: boolean;
  /** Rows that the statement changed, or returned. */
  readonly affected: number;
  /** The last row, where it is read. */
  readonly exact?: ExactRow;
  /** The name of two columns: a row has a value of only one of them. */
  readonly twice?: string;
}

/** What the database reports of a failed statement. */
interface StatementFailure {
  /** Its own code: a SQLSTATE, or a number. */
  readonly state: string;
  /** The SQLSTATE of its kind, where the code is none. */
  readonly sqlstate?: string;
  readonly text: string;
  /** Members such as `message`, `constraint` and `column`. */
  readonly json: JsonObject;
}

/** `lost`: the connection ended after `sent`, which says whether the changes may have been kept. */
export type TransactionEnd =
  | { readonly kind: 'done'; readonly done: readonly StatementRows[] }
  | { readonly kind: 'refused'; readonly failure: ToolFailure }
  | ({ readonly kind: 'failed' } & StatementFailure)
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** By this process. */
  | { readonly kind: 'unsupported'; readonly failure: ToolFailure }
  | { readonly kind: 'lost'; readonly unclear: boolean }
  | { readonly kind: 'aborted' };

export type RunTransaction = (call: TransactionCall) => Promise<TransactionEnd>;

/** A database with the templates of its descriptor filled in. */
export type OpenDatabase = (database: DatabaseDescriptor, driver: unknown) => RunTransaction;

/** Loads the code of a driver, which is compiled at the first call. */
type LoadDriver = (require: (module: string) => unknown) => unknown;

/** What a server with databases has: of each kind how it is opened, and the driver. */
export interface DatabaseModules {
  readonly openPostgres?: OpenDatabase;
  readonly openMysql?: OpenDatabase;
  readonly openSqlite?: OpenDatabase;
  readonly drivers?: Readonly<Record<string, LoadDriver>>;
}

interface DatabaseOwner extends DatabaseModules {
  readonly server: ServerDescriptor;
  readonly env: SetVariables;
}

/** Of each server, by its environment, which no other has. */
const OPEN = new WeakMap<SetVariables, Map<string, RunTransaction>>();

/** A database of the server, opened at its first statement, for all of its tools. */
export const runTransaction = (owner: DatabaseOwner): RunTransaction => {
  const { env } = owner;
  const open = entryOf(OPEN, env, () => new Map<string, RunTransaction>());
  return (call) => entryOf(open, call.database, () => openDatabase(owner, call.database))(call);
};

function openDatabase({ server, env, ...modules }: DatabaseOwner, name: string): RunTransaction {
  const database = ownMember(server.databases ?? {}, name);
  if (database === undefined) throw new Error(`unknown database "${name}"`);
  const { drivers = {}, openPostgres, openMysql, openSqlite } = modules;
  const open = requireModule(
    { postgres: openPostgres, mysql: openMysql, sqlite: openSqlite }[database.kind],
    `databases of kind ${database.kind}`,
  );
  return open(
    fillDatabase(database, env),
    drivers[database.kind]?.((module) => process.getBuiltinModule(module)),
  );
}

/** The settings of each transaction, where they are about the user of a call. */
export function ownSettings({ settings = {} }: DatabaseDescriptor, env: SetVariables) {
  if (!Object.values(settings).some((text) => text.includes('{user.'))) return undefined;
  return (args: JsonObject) => ({ settings: fillTexts(settings, { ...args, env }) });
}

function fillTexts(texts: Readonly<Record<string, string>>, scope: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, textOf(text, scope)]));
}

function fillDatabase(database: DatabaseDescriptor, env: SetVariables): DatabaseDescriptor {
  const { url, folder, path, role, settings = {} } = database;
  const texts = Object.entries({ url, folder, path, role }).flatMap(([key, template]) =>
    template === undefined ? [] : [[key, textOf(template, { env })]],
  );
  return { ...database, ...Object.fromEntries(texts), settings: fillTexts(settings, { env }) };
}

/** The rows of a statement, up to the limits of its call; all are counted. */
export function collectRows({ fetch, isRead = false }: BoundStatement, maxBytes: number) {
  const rows: JsonObject[] = [];
  let exact: (() => ExactRow) | undefined;
  let twice: string | undefined;
  let size = 0;
  let more = false;
  let affected = 0;
  return {
    name: (columns: readonly string[]): void => void (twice = nameTwice(columns)),
    add(bytes: number, read: () => JsonObject, readExact: () => ExactRow) {
      affected += 1;
      if (fetch === 0 || more) return;
      size += bytes;
      more = size > maxBytes || rows.length === fetch;
      if (more) return;
      rows.push(read());
      exact = readExact;
    },
    /** Where the server says it. */
    count: (changed: number) => void (affected = changed),
    rows: (): StatementRows => ({
      rows,
      more,
      affected,
      ...(isRead && exact && { exact: exact() }),
      ...(twice !== undefined && { twice }),
    }),
  };
}

/** Of the values of a row as they arrive. */
export function sizeOf(values: readonly unknown[]): number {
  return values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : Object(value).length || 8),
    0,
  );
}

/** A row has a value of only one of the columns with a name. */
export function nameTwice(columns: readonly string[]): string | undefined {
  return columns.find((name, at) => columns.indexOf(name) < at);
}

/** A SQLSTATE, and the numbers of a database for it. */
export type SqlStates = readonly [sqlstate: string, ...numbers: number[]];

export function stateOf(number: number, states: readonly SqlStates[]): string | undefined {
  return states.find(([, ...numbers]) => numbers.includes(number))?.[0];
}

/** Nothing of the address is in it. */
export function whyUnreachable({ code, message }: Error & { readonly code?: string }): string {
  if (code === undefined) return message;
  return /CERT|SSL|TLS|EPROTO|SIGNATURE/.test(code) ? `its certificate or encryption is not valid (${code})` : code;
}

/** What a driver rejected with. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
