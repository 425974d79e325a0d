/** Gives imported servers and tools names that are not in use in the project: the server's name is the further noun. */
import { type JsonObject, isObject, ownMember } from '@haft/runtime/language';
import { nameWords } from '../../check/analysis/names/name-words.ts';
import { VERBS } from '../../check/analysis/names/verbs.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { betterNameFinding } from './findings.ts';
import { folderOf } from './folders.ts';
import type { Imported, ImportedDocument, Loss } from './imported.ts';
import { PREPOSITIONS } from './name-words.ts';
import type { Placed } from './print.ts';
import { mostCharacters } from './tool-names.ts';
import type { SpecDocument } from '../../spec/yaml/spec.ts';

interface DistinctOptions {
  /** Of the import. */
  readonly name: string;
  readonly inUse: NamesInUse;
  /** By `from`, as it was imported before: such a name stays, whatever the source and the project have now. */
  readonly before: Readonly<Record<string, JsonObject>>;
}

/** Documents whose name is in use get another one, which is told as a loss. */
export function withDistinctNames(imported: Imported, options: DistinctOptions): Imported {
  const { name } = options;
  const serverNames = distinct(imported.documents, 'server', () => (given) => serverForms(given, name), options);
  const byFolder = new Map(
    [...serverNames.names].map(([document, given]) => [folderOf(document.file), given] as const),
  );
  const formsOf = ({ file, value }: ImportedDocument): Forms => {
    const server = byFolder.get(folderOf(file)) ?? String(value['server'] ?? name);
    return (given) => toolForms(given, server);
  };
  const toolNames = distinct(imported.documents, 'tool', formsOf, options);
  const names = new Map([...serverNames.names, ...toolNames.names]);
  const documents = imported.documents.map((document) => {
    const free = names.get(document) ?? document.value['name'];
    const isRenamed = free !== undefined && free !== document.value['name'];
    return isRenamed ? { ...document, value: { ...document.value, name: free } } : document;
  });
  return { ...imported, documents, losses: [...imported.losses, ...serverNames.losses, ...toolNames.losses] };
}

interface NamedBefore {
  readonly inUse: NamesInUse;
  /** By `from`, as it was imported. */
  readonly recorded: Readonly<Record<string, JsonObject>>;
  readonly placed: ReadonlyMap<string, readonly Placed[]>;
}

/** Tools that still have the name of their import, where a new import would give another one that is free. */
export function betterNames({ documents }: Imported, { inUse, recorded, placed }: NamedBefore): readonly Diagnostic[] {
  return documents.flatMap(({ value: { kind, from, name } }) => {
    const [place] = placed.get(from) ?? [];
    const before = ownMember(recorded, from)?.['name'];
    const isOwn = place?.value['name'] === before && before !== name;
    if (kind !== 'tool' || !place || !isOwn || typeof name !== 'string' || inUse.tool.has(joinedName(name))) return [];
    return [betterNameFinding(place, name)];
  });
}

/** Further names for one that is in use, the best first. */
type Forms = (given: string) => readonly string[];

interface DistinctNames {
  readonly names: ReadonlyMap<ImportedDocument, string>;
  readonly losses: readonly Loss[];
}

function distinct(
  documents: readonly ImportedDocument[],
  kind: keyof NamesInUse,
  formsOf: (document: ImportedDocument) => Forms,
  { inUse, before }: DistinctOptions,
): DistinctNames {
  const keyOf = kind === 'tool' ? joinedName : (name: string) => name;
  const names = new Map<ImportedDocument, string>();
  const holders = new Map(inUse[kind]);
  const losses: Loss[] = [];
  const add = (document: ImportedDocument, name: string): void => {
    names.set(document, name);
    if (!inUse[kind].has(keyOf(name))) holders.set(keyOf(name), document.file);
  };
  const ofKind = documents.filter(({ value }) => value['kind'] === kind);
  for (const document of ofKind) {
    const recorded = ownMember(before, document.value.from)?.['name'];
    if (typeof recorded === 'string') add(document, recorded);
  }
  const isInUse = ({ value }: ImportedDocument): boolean => inUse[kind].has(keyOf(String(value['name'])));
  const others = ofKind.filter((one) => !names.has(one));
  // What keeps its name comes first, so that the others can avoid it.
  for (const document of others.toSorted((a, b) => Number(isInUse(a)) - Number(isInUse(b)))) {
    const given = String(document.value['name']);
    const holder = holders.get(keyOf(given));
    const free = holder === undefined ? given : formsOf(document)(given).find((name) => !holders.has(keyOf(name)));
    add(document, free ?? given);
    if (holder !== undefined && free !== undefined) losses.push(renamed(kind, document, free, holder));
  }
  return { names, losses };
}

function renamed(kind: string, { value }: ImportedDocument, free: string, holder: string): Loss {
  return {
    kind: 'lossy',
    subject: 'names in use',
    from: value.from,
    message: `The ${kind} "${String(value['name'])}" of the source is named "${free}": "${holder}" has that name already.`,
    hint: 'Rename either of them as you like; other texts of the source that mention the name are unchanged.',
  };
}

const KNOWN_VERBS: ReadonlySet<string> = new Set(VERBS);
const LETTERS = [...'bcdefghijklmnopqrstuvwxyz'];

function serverForms(given: string, name: string): readonly string[] {
  return [name, `${given}-${name}`, ...LETTERS.map((letter) => `${given}-${letter}`)];
}

/** `list_issues` of gitlab → list_gitlab_issues; `listIssues` → listGitlabIssues; `search` → search_gitlab. */
function toolForms(given: string, server: string): readonly string[] {
  const separator = /[_./-]/.exec(given)?.[0] ?? (/[a-z][A-Z]/.test(given) ? '' : '_');
  const words = given.split(separator === '' ? /(?<=[a-z0-9])(?=[A-Z])/ : separator);
  const further = nameWords(server).filter((word) => !nameWords(given).includes(word));
  const noun = separator === '' ? further.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`) : further;
  const isVerbFirst = words.length > 1 && KNOWN_VERBS.has((words[0] ?? '').toLowerCase());
  const [verb, rest] = isVerbFirst ? [words.slice(0, 1), words.slice(1)] : [[], words];
  const max = Math.max(mostCharacters(server), given.length);
  const named = (end: readonly string[]): string => {
    for (let left = rest; ; left = left.slice(1 + left.slice(1).findIndex((word) => !PREPOSITIONS.has(word)))) {
      const name = [...verb, ...(isVerbFirst ? noun : []), ...left, ...(isVerbFirst ? [] : noun), ...end].join(
        separator,
      );
      if (name.length <= max || left.length < 2) return name.slice(0, max);
    }
  };
  return [named([]), ...LETTERS.map((letter) => named([letter]))];
}

/** Files by name; names of tools as `joinedName` gives them. */
export interface NamesInUse {
  readonly server: ReadonlyMap<string, string>;
  readonly tool: ReadonlyMap<string, string>;
}

/** As rules and generated types compare names of tools: without case and separators. */
function joinedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

export function namesInUse(documents: readonly SpecDocument[]): NamesInUse {
  const server = new Map<string, string>();
  const tool = new Map<string, string>();
  for (const { value, file } of documents) {
    const { kind, name, tools } = isObject(value) ? value : {};
    if (typeof name === 'string' && kind === 'server' && !server.has(name)) server.set(name, file);
    const declared: readonly unknown[] =
      kind === 'tool' ? [value] : kind === 'server' && Array.isArray(tools) ? tools : [];
    for (const one of declared) {
      const own = isObject(one) ? one['name'] : undefined;
      if (typeof own === 'string' && !tool.has(joinedName(own))) tool.set(joinedName(own), file);
    }
  }
  return { server, tool };
}
