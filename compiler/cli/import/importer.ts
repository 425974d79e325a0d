/** The interface of importers for the command line: one for each kind of source. */
import type { JsonObject } from '@haft/runtime/language';
import type { Imported } from '../../import/imported.ts';
import type { ImportKind, ImportRecord } from '../../import/record.ts';

export interface Importer {
  readonly kind: ImportKind;
  /** Whether a source is a path, which the record has relative to the project. */
  isPath(source: string, options: JsonObject): boolean;
  /**
   * Reads the source and imports it; called for the first import and for each update.
   *
   * @throws Failure where the source cannot be read.
   */
  run(job: ImportJob): Promise<ImportRun> | ImportRun;
}

/** What is recorded in `haft.imports.json`, and what only this run knows. */
export interface ImportJob extends Pick<ImportRecord, 'source' | 'options'> {
  readonly name: string;
  /** Absolute folder of the project; `source` is relative to it where it is a path. */
  readonly root: string;
  /** Of the record; undefined for a first import. */
  readonly digest: string | undefined;
  /** Of the record; absent for a first import. */
  readonly before?: ImportRecord['documents'];
  /** Whether the user has agreed that a program is started. */
  readonly mayRun?: boolean;
}

/** An import, or a text that says what to decide first, such as which part of a large document to import. */
export type ImportRun = DoneImport | { readonly undecided: string };

export interface DoneImport {
  readonly imported: Imported;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
}

/** What a command line asks to import. */
export interface ImportOrder {
  readonly source: string;
  readonly options: JsonObject;
  /** Name of the server; of the import where there are several. */
  readonly name: string;
}
