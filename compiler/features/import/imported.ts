/** The result of an importer: documents of specs, files that belong to them, and what could not be carried over. */
import type { JsonObject } from '@haft/runtime/language';
import type { YamlComment } from '../../spec/yaml/print-value.ts';

export interface ImportResult {
  /** In the order in which they are written; those of one file follow each other. */
  readonly documents: readonly ImportedDocument[];
  /** Copied as they are, such as the files of a skill. */
  readonly files: readonly ImportedFile[];
  readonly losses: readonly Loss[];
}

/** One document of a spec in profile `mcp`. */
export interface ImportedDocument {
  /** Below the folder of the import, with forward slashes: `server.yaml`, `issues.yaml`. */
  readonly file: string;
  /**
   * `kind: server`, `kind: tool` or `kind: skill`; keys in the order in which they are written. Its `from` is where the document
   * comes from, unique in an import: `GET /pets/{id}`, `mcp:list_issues`. Authors may change every other key.
   */
  readonly value: JsonObject & { readonly from: string };
  /** Comments for the author, each above the key at its path. */
  readonly notes: readonly YamlComment[];
}

export interface ImportedFile {
  /** Below the folder of the import, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** Something that the specs do not say as the source does. */
export interface Loss {
  /**
   * `lossy`: said differently or not at all; `skipped`: not imported; `aside`: not imported, since a check rejects it;
   * `todo`: the author has to decide; `deprecated` by the vendor.
   */
  readonly kind: 'lossy' | 'skipped' | 'aside' | 'todo' | 'deprecated';
  /** What of the source, the same text for each of its kind, such as `response headers`; losses are counted by it. */
  readonly subject: string;
  /** Where those of one subject have different causes: only those of the same one are a finding. */
  readonly cause?: string;
  /** The `from` of a document, or another place in the source. */
  readonly from: string;
  /** Of a file, folder or document of the source that is not imported: an update tells of those that are new. */
  readonly path?: string;
  /** What it was and what the specs say instead: a sentence. */
  readonly message: string;
  /** The next step: a sentence. */
  readonly hint: string;
}

/** What is wrong with a source as a whole: messages and the next step. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly message: string;
  readonly hint: string;
}

/** A tool of an import, or only why there is none. */
export interface MadeTool {
  readonly document?: ImportedDocument;
  readonly losses: readonly Loss[];
}
