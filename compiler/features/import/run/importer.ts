/** The cell that every importer is: its command, and how it reads its source, first and again. */
import type { JsonObject } from '@haft/runtime/language';
import type { ImportResult } from '../imported.ts';
import type { ImportRecord } from '../../../check/analysis/imported/import-record.ts';
import type { LearnedDatabases } from '../../../check/analysis/tables/learned.ts';
import { resolve } from 'node:path';
import { fileHash } from '../../../plan/hash.ts';
import { slashed } from '../../../edge/project/root.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Command, Invocation } from '../../../edge/command-line/command.ts';
import type { Project } from '../../../edge/project/project.ts';

/** Flags of every import that have no meaning where nothing is written. */
export const WRITES: readonly string[] = ['into', 'dry-run', 'strict', 'slim', 'asks', 'format'];

/** @throws Failure where nothing is imported: an update would take everything for gone. */
export function refuseEmpty(
  { documents, losses: [first] }: Omit<ImportResult, 'files'>,
  message: string,
  hint: string,
) {
  if (documents.length === 0) throw new Failure(message, first ? `${first.message} ${first.hint}` : hint);
}

/** A path of the command line, relative to the project. */
export function pathIn({ root }: Project, { cwd }: Invocation, path: string): string {
  return slashed(root, resolve(cwd, path));
}

/** As a record has it. */
export function digestOf(text: string): DoneImport['digest'] {
  return `sha256:${fileHash(Buffer.from(text))}`;
}

/** What a new importer consists of. A part that does not apply is written as undefined, so that one that was forgotten is a type error. */
export interface Importer<Options extends JsonObject = JsonObject> extends Required<
  Pick<Command, 'summary' | 'positional' | 'flags' | 'examples'>
> {
  /** What the only argument of the command line is, such as "one file"; undefined where there may be several. */
  readonly argument: string | undefined;
  /** The flag that chooses a tool by its `from`; undefined where the source is imported whole. */
  readonly selects: string | undefined;
  /**
   * What a command line asks to import; its flags are those of the importer and of every import.
   *
   * @throws Failure where it names no source, or several, or where the project has no place for it.
   */
  first(invocation: Invocation, project: Project): FirstImport<Options>;
  /** For updates; or why there is nothing to read again. */
  readonly again: Again<Options> | Once;
}

interface FirstImport<Options> extends Pick<ImportJob<Options>, 'source' | 'options' | 'name'> {
  /** As for updates; or what there is, where only that is asked. */
  run(job: ImportJob<Options>): Promise<ImportRun | Listed> | ImportRun | Listed;
}

interface Listed {
  readonly listed: string;
}

interface Once {
  /** Completes "it is from …". */
  readonly notRecorded: string;
  /** What a user can do who imports the name of such a record again. */
  nextStep(record: ImportRecord): string;
}

export interface Again<Options = JsonObject> {
  /** Whether a source is a path, which the record has relative to the project. */
  isPath(source: string, options: Options): boolean;
  /**
   * Reads the source and imports it.
   *
   * @throws Failure where the source cannot be read.
   */
  run(job: ImportJob<Options>): Promise<ImportRun> | ImportRun;
}

/** What is recorded in `haft.imports.json`, and what only this run knows; the options are those that the importer gave. */
export interface ImportJob<Options = JsonObject> extends Pick<ImportRecord, 'source'> {
  readonly options: Options;
  /** Name of the server; of the import where there are several. */
  readonly name: string;
  /** Absolute folder of the project; `source` is relative to it where it is a path. */
  readonly root: string;
  /** Of the record; absent for a first import. */
  readonly before?: ImportRecord['documents'];
  /** Whether the user has agreed that a program is started. */
  readonly mayRun?: boolean;
}

/** An import, or a text that says what to decide first, such as which part of a large document to import. */
export type ImportRun = DoneImport | { readonly undecided: string };

export interface DoneImport {
  readonly imported: ImportResult;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
  /** Of the databases that were read for it: later than what the project learned. */
  readonly learned?: LearnedDatabases;
  /** Tries what is imported in the end, and says what it found; only where that is asked. */
  readonly rehearse?: (imported: ImportResult) => Promise<string>;
}
