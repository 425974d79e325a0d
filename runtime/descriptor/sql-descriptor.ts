/** Databases of a server, and the statements that tools run in them. */
import type { ErrorCase, ErrorTable, ResultTable } from './result-descriptor.ts';

/** A database, connected at the first call that needs it. */
export interface DatabaseDescriptor {
  readonly kind: 'postgres' | 'mysql' | 'sqlite';
  /** Of a server; a template over `env` only, and a secret. */
  readonly url?: string;
  /** Of a file: an absolute path, and one below it; templates over `env` only. */
  readonly folder?: string;
  readonly path?: string;
  /** The role that statements run as; a template over `env` only. */
  readonly role?: string;
  /** Settings of each transaction, such as `app.tenant`; templates over `env` only. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Milliseconds after which a statement is stopped in the database. */
  readonly timeout_ms: number;
  readonly on_unreachable?: ErrorCase;
  /** By SQLSTATE, by class such as `23xxx`, or `default`. */
  readonly errors?: ErrorTable;
}

/** Text with variables, each of which is one bound value; or a group of texts, left out where one of its variables has no value. */
export type StatementPart = string | readonly string[];

/** A statement, and what its rows must be. */
export interface SqlStatement {
  readonly statement: readonly StatementPart[];
  /** How a value becomes a pattern of LIKE in which its own characters have no meaning. */
  readonly like?: Readonly<Record<string, 'contains' | 'starts'>>;
  /** Text of the author's by value of a parameter. */
  readonly choose?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly rows: 'many' | 'one' | 'affected';
  readonly max_rows: number;
  /** The number of rows that must be affected; with any other nothing is changed. */
  readonly expect?: number;
  readonly on_none?: ErrorCase;
}

/** A statement among others of one transaction. */
export interface SqlStep extends SqlStatement {
  /** By which later steps (`{steps.name.column}`) and the result have its rows. */
  readonly name?: string;
}

/** A column of the ORDER BY. */
export interface SqlKey {
  /** As the statement names it, such as `o.id`, and as the result does. */
  readonly text: string;
  readonly column: string;
  readonly isDescending?: boolean;
}

/** How the rows after those of an earlier result are asked for. */
export interface SqlResume {
  /** The parameter that holds the cursor; in the statement it is a condition. */
  readonly parameter: string;
  /** Keys by value of the parameter `by`, whose text the ORDER BY has; else one list of them. */
  readonly by?: string;
  readonly keys: Readonly<Record<string, readonly SqlKey[]>>;
}

/** One statement, or several, run in a transaction of their own. */
export interface SqlBehavior extends Partial<SqlStatement> {
  readonly kind: 'sql';
  readonly database: string;
  readonly steps?: readonly SqlStep[];
  readonly resume?: SqlResume;
  readonly max_bytes: number;
  readonly errors?: ErrorTable;
  readonly result?: ResultTable;
}
