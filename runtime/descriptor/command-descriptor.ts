/** Programs as part of a descriptor: their arguments, what they get, and how their output is read. */
import type { Json } from '../language/json.ts';
import type { TranslateTable } from '../language/translate.ts';
import type { AroundWork, ErrorCase, ErrorTable, FailureTest, ResultTable } from './result-descriptor.ts';

/**
 * An argument: a template; a list of templates that are left out together when a value is absent, and repeated for each
 * element of a list; or the texts of boolean parameters that are true, by their names.
 */
export type ArgvElement = string | readonly string[] | Readonly<Record<string, string>>;

/** How standard output is read: rows are maps, with the names of `columns` or of the first row. */
export type OutputFormat = 'json' | 'jsonl' | 'csv' | 'tsv' | 'lines' | 'text' | 'bytes' | 'size';

/** A program without a shell: whatever a value is, it is one argument. */
export interface CommandStep {
  readonly argv: readonly ArgvElement[];
  readonly stdin?: string;
  readonly cwd?: string;
  /** Names of variables passed on besides those that every program gets. */
  readonly env?: readonly string[];
  /** Variables with a value of the author's. */
  readonly set_env?: Readonly<Record<string, string>>;
  readonly stdout: OutputFormat;
  /** The file that the program writes, which is read instead of what it prints; templates, `folder` over `env` only. */
  readonly output_file?: { readonly folder: string; readonly path: string };
  /** How lines show how far it is: a text with `{done}`, and `{total}` or `total`. */
  readonly progress?: { readonly from?: 'stdout' | 'stderr'; readonly line: string; readonly total?: number };
  /** Of `stdout: bytes`. */
  readonly media_type?: string;
  /** Names of the columns of `csv` and `tsv`; the first row has them where absent. */
  readonly columns?: readonly string[];
  /** The value of an output that is only white space. */
  readonly empty?: Json;
  readonly max_bytes: number;
  /** Beyond `max_bytes`: the complete lines before it are the output. The call fails where absent. */
  readonly on_more?: 'truncate';
  readonly translate?: TranslateTable;
  readonly exit_codes?: ErrorTable;
  readonly fails_when?: readonly FailureTest[];
  readonly not_found?: ErrorCase;
}

/** One run of a program, started when none of those `before` it reported a failure. */
export interface CommandBehavior extends CommandStep, AroundWork<CommandStep> {
  readonly kind: 'command';
  readonly result?: ResultTable;
}
