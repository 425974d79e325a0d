/** Gives imported servers names that are not in use in the project, and tools names that are not in use in their server, whose name is the further noun. */
import { type JsonObject, ownMember } from '@haft/runtime/language';
import { ownerOf } from '../../check/analysis/assemble/server-parts.ts';
import { nameWords } from '../../check/analysis/names/name-words.ts';
import { VERBS } from '../../check/analysis/names/verbs.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { capital } from '../../base/text/escape.ts';
import { betterNameFinding } from './findings.ts';
import { folderOf } from './folders.ts';
import type { ImportResult, ImportedDocument, Loss } from './imported.ts';
import { loss } from './builders.ts';
import { PREPOSITIONS } from './name-words.ts';
import { type PlacedDocument, isDeprecated } from './print.ts';
import { mostCharacters } from './tool-names.ts';
import { textAt, valueAt } from '../../spec/shape/place.ts';
import type { SpecDocument } from '../../spec/yaml/spec.ts';

interface DistinctOptions {
  /** Of the import. */
  readonly name: string;
  readonly inUse: NamesInUse;
  /** By `from`, as it was imported before: such a name stays, whatever the source and the project have now. */
  readonly before: Readonly<Record<string, JsonObject>>;
}

/** Documents whose name is in use get another one, which is told as a loss. */
export function withDistinctNames(imported: ImportResult, options: DistinctOptions): ImportResult {
  const { name } = options;
  const ofServers: OfKind = {
    kind: 'server',
    keyOf: (_document, own) => own,
    formsOf: (_document, own) => [name, `${own}-${name}`, ...LETTERS.map((letter) => `${own}-${letter}`)],
  };
  const servers = distinct(imported.documents, ofServers, options);
  const byFolder = new Map([...servers.names].map(([document, own]) => [folderOf(document.file), own] as const));
  const serverOf = ({ file, value }: ImportedDocument): string =>
    byFolder.get(folderOf(file)) ?? String(value['server'] ?? name);
  const ofTools: OfKind = {
    kind: 'tool',
    keyOf: (document, own) => toolKey(serverOf(document), own),
    formsOf: (document, own) => toolForms(own, serverOf(document)),
  };
  const tools = distinct(imported.documents, ofTools, options);
  const names = new Map([...servers.names, ...tools.names]);
  const documents = imported.documents.map((document) => {
    const free = names.get(document) ?? document.value['name'];
    const isRenamed = free !== undefined && free !== document.value['name'];
    return isRenamed ? { ...document, value: { ...document.value, name: free } } : document;
  });
  return { ...imported, documents, losses: [...imported.losses, ...servers.losses, ...tools.losses] };
}

/** Tools that still have the name of their import, where a new import would give another one that is free. */
export function betterNames(
  { documents }: ImportResult,
  { inUse, before }: Pick<DistinctOptions, 'inUse' | 'before'>,
  placed: ReadonlyMap<string, readonly PlacedDocument[]>,
): readonly Diagnostic[] {
  return documents.flatMap(({ value: { kind, from, name } }) => {
    const [place] = placed.get(from) ?? [];
    const imported = ownMember(before, from)?.['name'];
    const isOwn = place?.value['name'] === imported && imported !== name;
    if (kind !== 'tool' || !place || isDeprecated(place) || !isOwn || typeof name !== 'string') return [];
    if (inUse.tool.has(toolKey(inUse.serverOf.get(from) ?? '', name))) return [];
    return [betterNameFinding(place, name)];
  });
}

interface OfKind {
  readonly kind: 'server' | 'tool';
  /** The same for names that are one name. */
  readonly keyOf: (document: ImportedDocument, name: string) => string;
  /** Further names for one that is in use, the best first. */
  readonly formsOf: (document: ImportedDocument, name: string) => readonly string[];
}

function distinct(
  documents: readonly ImportedDocument[],
  { kind, keyOf, formsOf }: OfKind,
  { inUse, before }: DistinctOptions,
) {
  const names = new Map<ImportedDocument, string>();
  const holders = new Map(inUse[kind]);
  const losses: Loss[] = [];
  const add = (document: ImportedDocument, name: string): void => {
    names.set(document, name);
    if (!inUse[kind].has(keyOf(document, name))) holders.set(keyOf(document, name), document.file);
  };
  const ofKind = documents.filter(({ value }) => value['kind'] === kind);
  for (const document of ofKind) {
    const recorded = ownMember(before, document.value.from)?.['name'];
    if (typeof recorded === 'string') add(document, recorded);
  }
  const isInUse = (one: ImportedDocument): boolean => inUse[kind].has(keyOf(one, String(one.value['name'])));
  const others = ofKind.filter((one) => !names.has(one));
  // What keeps its name comes first, so that the others can avoid it.
  for (const document of others.toSorted((a, b) => Number(isInUse(a)) - Number(isInUse(b)))) {
    const own = String(document.value['name']);
    const holder = holders.get(keyOf(document, own));
    const isFree = (name: string): boolean => !holders.has(keyOf(document, name));
    const free = holder === undefined ? own : formsOf(document, own).find(isFree);
    add(document, free ?? own);
    if (holder !== undefined && free !== undefined) losses.push(renameLoss(kind, document, free, holder));
  }
  return { names, losses };
}

function renameLoss(kind: string, { value }: ImportedDocument, free: string, holder: string): Loss {
  const message = `The ${kind} "${String(value['name'])}" of the source is named "${free}": "${holder}" has that name already.`;
  const hint = 'Rename either of them as you like; other texts of the source that mention the name are unchanged.';
  return loss('lossy', value.from, 'names in use', message, hint);
}

const KNOWN_VERBS: ReadonlySet<string> = new Set(VERBS);
const LETTERS = [...'bcdefghijklmnopqrstuvwxyz'];

/** `list_issues` of gitlab → list_gitlab_issues; `listIssues` → listGitlabIssues; `search` → search_gitlab. */
function toolForms(own: string, server: string): readonly string[] {
  const separator = /[_./-]/.exec(own)?.[0] ?? (/[a-z][A-Z]/.test(own) ? '' : '_');
  const words = own.split(separator === '' ? /(?<=[a-z0-9])(?=[A-Z])/ : separator);
  const further = nameWords(server).filter((word) => !nameWords(own).includes(word));
  const noun = separator === '' ? further.map(capital) : further;
  const isVerbFirst = words.length > 1 && KNOWN_VERBS.has((words[0] ?? '').toLowerCase());
  const [verb, rest] = isVerbFirst ? [words.slice(0, 1), words.slice(1)] : [[], words];
  const max = Math.max(mostCharacters(server), own.length);
  const named = (end: readonly string[]): string => {
    for (let tail = rest; ; tail = tail.slice(1 + tail.slice(1).findIndex((word) => !PREPOSITIONS.has(word)))) {
      const middle = isVerbFirst ? [...noun, ...tail] : [...tail, ...noun];
      const name = [...verb, ...middle, ...end].join(separator);
      if (name.length <= max || tail.length < 2) return name.slice(0, max);
    }
  };
  return [named([]), ...LETTERS.map((letter) => named([letter]))];
}

/** Files by name; tools by `toolKey`. */
interface NamesInUse {
  readonly server: ReadonlyMap<string, string>;
  readonly tool: ReadonlyMap<string, string>;
  /** The servers of tools, by `from`. */
  readonly serverOf: ReadonlyMap<unknown, string>;
}

/** As rules and generated types compare names of tools: without case and separators. */
function toolKey(server: string, name: string): string {
  return `${server} ${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`;
}

export function namesInUse(documents: readonly SpecDocument[]): NamesInUse {
  const servers = documents
    .filter(({ value }) => textAt(value, 'kind') === 'server')
    .map((document) => ({ document, name: textAt(document.value, 'name') }));
  const server = new Map(servers.toReversed().flatMap(({ name, document }) => (name ? [[name, document.file]] : [])));
  const tools = documents.flatMap((document) => {
    const { value, file } = document;
    const kind = textAt(value, 'kind');
    const own = kind === 'server' ? valueAt(value, 'tools') : undefined;
    const owner = kind === 'tool' ? ownerOf(document, servers).value?.value : value;
    const declared: readonly unknown[] = kind === 'tool' ? [value] : Array.isArray(own) ? own : [];
    return declared.map((tool) => ({ tool, file, owner: textAt(owner, 'name') ?? '' }));
  });
  const named = tools.toReversed().flatMap(({ tool, file, owner }) => {
    const name = textAt(tool, 'name');
    return name === undefined ? [] : [[toolKey(owner, name), file] as const];
  });
  const serverOf = new Map(tools.map(({ tool, owner }) => [valueAt(tool, 'from'), owner]));
  return { server, tool: new Map(named), serverOf };
}
