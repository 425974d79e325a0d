/** The result of an importer: documents of specs, files that belong to them, and what could not be carried over. */
import type { Json, JsonObject } from '@haft/runtime/language';
import type { YamlComment } from '../../spec/yaml/print-document.ts';

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
  /** The `from` of a document, or another place in the source. */
  readonly from: string;
  /** Of a file, folder or document of the source that is not imported: an update tells of those that are new. */
  readonly path?: string;
  /** What it was and what the specs say instead: a sentence. */
  readonly message: string;
  /** The next step: a sentence. */
  readonly hint: string;
}

/** `path` as in `Loss`. */
export function loss(
  kind: Loss['kind'],
  from: string,
  subject: string,
  message: string,
  hint: string,
  path?: string,
): Loss {
  return { kind, subject, from, ...(path !== undefined && { path }), message, hint };
}

/** Something to decide, as a loss and as a comment at the place in the document. */
export function todo(from: string, subject: string, path: YamlComment['path'], message: string, hint: string) {
  return { loss: loss('todo', from, subject, message, hint), note: { path, text: `TODO ${message} ${hint}` } };
}

type Filled<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The members that say something: without those that are undefined, an empty map or an empty list. */
export function filled<T extends object>(members: T): Filled<T> {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value))) as Filled<T>;
}

/** Keys of a document that an importer writes; empty ones are left out. */
type Keys = Readonly<Record<string, Json | undefined>>;

export function serverDocument(from: string, name: string, keys: Keys, notes: readonly YamlComment[] = []) {
  return {
    file: 'server.yaml',
    value: { ...filled({ kind: 'server', from, name, version: '1.0.0', ...keys }), from },
    notes,
  };
}

export function toolDocument(from: string, name: string, keys: Keys, notes: readonly YamlComment[] = []) {
  return { file: 'tools.yaml', value: { ...filled({ kind: 'tool', from, name, ...keys }), from }, notes };
}

export type Effects = 'read' | 'write' | 'destroy';

/** Of a request over HTTP, as far as its method says them. */
export function methodEffects(method: string): Effects {
  if (method === 'GET' || method === 'HEAD') return 'read';
  return method === 'PUT' || method === 'DELETE' ? 'destroy' : 'write';
}

/** A tool of an import, or only why there is none. */
export interface MadeTool {
  readonly document?: ImportedDocument;
  readonly losses: readonly Loss[];
}

/** Nothing where there is no tool. */
export function importOf(
  server: ImportedDocument,
  tools: readonly MadeTool[],
  losses: readonly Loss[] = [],
): ImportResult {
  const documents = tools.flatMap(({ document }) => document ?? []);
  return {
    documents: documents.length === 0 ? [] : [server, ...documents],
    files: [],
    losses: [...losses, ...tools.flatMap((one) => one.losses)],
  };
}
