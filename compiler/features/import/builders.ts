/** Builds what importers return: losses, and the documents of servers and tools without keys that say nothing. */
import type { Json } from '@haft/runtime/language';
import type { YamlComment } from '../../spec/yaml/print-value.ts';
import type { Effects } from '../../spec/behaviors/behavior.ts';
import type { ImportResult, ImportedDocument, Loss, MadeTool, Unreadable } from './imported.ts';

export function unreadable(message: string, hint: string): Unreadable {
  return { kind: 'unreadable', message, hint };
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

type NotEmpty<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The members that say something: without those that are undefined, an empty map or an empty list. */
export function withoutEmpty<T extends object>(members: T): NotEmpty<T> {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value))) as NotEmpty<T>;
}

/** Keys of a document that an importer writes; empty ones are left out. */
type Keys = Readonly<Record<string, Json | undefined>>;

export function serverDocument(from: string, name: string, keys: Keys, notes: readonly YamlComment[] = []) {
  return {
    file: 'server.yaml',
    value: { ...withoutEmpty({ kind: 'server', from, name, version: '1.0.0', ...keys }), from },
    notes,
  };
}

export function toolDocument(from: string, name: string, keys: Keys, notes: readonly YamlComment[] = []) {
  return { file: 'tools.yaml', value: { ...withoutEmpty({ kind: 'tool', from, name, ...keys }), from }, notes };
}

/** Of a request over HTTP, as far as its method says them. */
export function methodEffects(method: string): Effects {
  if (method === 'GET' || method === 'HEAD') return 'read';
  return method === 'PUT' || method === 'DELETE' ? 'destroy' : 'write';
}

/** Empty if there is no tool. */
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
