/** The entries of a tools.yaml of MCP Toolbox for Databases: sources, tools and the rest, in each form that it had. */
import { type Json, type JsonObject, isJsonObject, isObject } from '@haft/runtime/language';
import { parse } from '../../../spec/yaml/load.ts';

export interface ToolboxEntry {
  /** In the singular, such as `source` and `tool`. */
  readonly category: string;
  readonly name: string;
  /** Such as `postgres` and `postgres-sql`. */
  readonly type: string;
  readonly body: JsonObject;
}

const PLURALS: Readonly<Record<string, string>> = {
  sources: 'source',
  tools: 'tool',
  toolsets: 'toolset',
  groups: 'group',
  authServices: 'authService',
  authSources: 'authService',
  embeddingModels: 'embeddingModel',
  prompts: 'prompt',
  resources: 'resource',
  resourceTemplates: 'resourceTemplate',
};

const CATEGORIES: ReadonlySet<string> = new Set(Object.values(PLURALS));

interface Unreadable {
  readonly problem: string;
}

/** Maps by name, lists with names, and documents with `kind:`; a file may have several of them. */
export function readToolbox(text: string, path: string): readonly ToolboxEntry[] | Unreadable {
  const { value, diagnostics } = parse({ path, text });
  const [first] = diagnostics;
  if (value.documents.length === 0) return { problem: first?.message ?? 'It has no document.' };
  const entries = value.documents.flatMap((document) => (isObject(document.value) ? entriesIn(document.value) : []));
  return entries.length > 0
    ? entries
    : { problem: 'It has no `sources:`, no `tools:` and no document with `kind: tool`.' };
}

function entriesIn(document: JsonObject): ToolboxEntry[] {
  const { kind, name, type, ...body } = document;
  const category = typeof kind === 'string' ? (PLURALS[kind] ?? kind) : undefined;
  if (category !== undefined && CATEGORIES.has(category) && typeof name === 'string')
    return [{ category, name, type: typeof type === 'string' ? type : '', body }];
  return Object.entries(document).flatMap(([key, value]) => {
    const own = Object.hasOwn(PLURALS, key) ? PLURALS[key] : undefined;
    return own === undefined ? [] : namedEntries(value).map(([entry, one]) => toEntry(own, entry, one));
  });
}

function namedEntries(value: Json): readonly (readonly [string, Json])[] {
  if (Array.isArray(value))
    return value
      .filter(isJsonObject)
      .map((one: JsonObject) => [typeof one['name'] === 'string' ? one['name'] : '', one] as const);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** A toolset is a list of names. */
function toEntry(category: string, name: string, value: Json): ToolboxEntry {
  if (!isJsonObject(value)) return { category, name, type: '', body: { members: value } };
  const { kind, type = kind, name: _name, ...body } = value;
  return { category, name, type: typeof type === 'string' ? type : '', body };
}
