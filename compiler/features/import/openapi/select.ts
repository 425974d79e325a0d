/** The options of an import, which operations of a document become tools, and the table of tags where a selection is required. */
import { groupBy } from '../../../base/groups.ts';
import type { ToolSpec } from '../../../check/documents/tool.ts';
import { nameWords } from '../../../check/analysis/names/name-words.ts';
import type { Operation } from './operations.ts';
import { sourceKey } from '../../../plan/source-identity.ts';
import type { JsonObject } from '@haft/runtime/language';
import { UNDESCRIBED, toolTokens } from '../../../check/description.ts';
import { fitsGlob } from '../literal.ts';
import type { ImportResult, ImportedDocument } from '../imported.ts';

/** Operations that are imported without being asked which. */
export const MAX_UNSELECTED = 40;

const UNTAGGED = '(no tag)';

export interface ChosenOperations {
  readonly operations: readonly Operation[];
  /** Chosen otherwise, but deprecated. */
  readonly deprecated: readonly Operation[];
  /** Chosen otherwise, but hidden by the document. */
  readonly hidden: readonly Operation[];
  /** Options that chose nothing: `--tag pets`. */
  readonly unmatched: readonly string[];
}

export function chooseOperations(
  all: readonly Operation[],
  options: OpenapiOptions & PreviousImport,
): ChosenOperations {
  const imported = new Set((options.imported ?? []).map(sourceKey));
  const open = all.filter(({ hidden }) => !hidden);
  const fitting = open.filter((operation) => isChosen(operation, options));
  const isLeftOut = ({ deprecated, from }: Operation): boolean =>
    deprecated && options.deprecated !== true && !imported.has(sourceKey(from));
  return {
    hidden: all.filter((operation) => operation.hidden && isChosen(operation, options)),
    operations: fitting.filter((operation) => !isLeftOut(operation)),
    deprecated: fitting.filter(isLeftOut),
    unmatched: unmatchedOf(open, options),
  };
}

const isLike = (text: string, glob: string): boolean => fitsGlob(text.toLowerCase(), glob.toLowerCase());

/** The lists of options; an operation fits one of each list that is not empty. */
const SELECTIONS: readonly (readonly [
  option: 'tags' | 'operations' | 'paths' | 'methods',
  flag: string,
  test: (operation: Operation, wanted: string) => boolean,
])[] = [
  ['tags', '--tag', ({ tags }, wanted) => tags.some((tag) => tag.toLowerCase() === wanted.toLowerCase())],
  [
    'operations',
    '--operation',
    ({ id, from, toolName }, wanted) => [id, from, toolName].some((name) => name !== undefined && isLike(name, wanted)),
  ],
  ['paths', '--path', ({ path }, wanted) => isLike(path, wanted)],
  ['methods', '--method', ({ method }, wanted) => method === wanted.toUpperCase()],
];

function isChosen(operation: Operation, options: OpenapiOptions): boolean {
  const isFitting = SELECTIONS.every(([option, , test]) => {
    const { [option]: wanted = [] } = options;
    return wanted.length === 0 || wanted.some((one) => test(operation, one));
  });
  return isFitting && (options.read_only !== true || isReading(operation));
}

/** What a POST may begin with that changes nothing. */
export const READING_WORDS: ReadonlySet<string> = new Set(['list', 'get', 'search', 'query', 'check']);

/** GET and HEAD read, and POST where its name says so. */
function isReading({ method, id = '', toolName, path }: Operation): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (method !== 'POST') return false;
  const words = nameWords(toolName ?? (id === '' ? (path.split('/').at(-1) ?? '') : id));
  return [words[0], words.at(-1)].some((word) => word !== undefined && READING_WORDS.has(word));
}

/** A method that no operation has is no mistake. */
function unmatchedOf(all: readonly Operation[], options: OpenapiOptions): string[] {
  return SELECTIONS.filter(([option]) => option !== 'methods').flatMap(([option, flag, test]) => {
    const { [option]: wanted = [] } = options;
    const unmatched = wanted.filter((one) => !all.some((operation) => test(operation, one)));
    return unmatched.map((one) => `${flag} ${one}`);
  });
}

/** The table of tags of a document that is too large to become tools unasked. */
export interface Selection {
  readonly kind: 'selection';
  readonly operations: number;
  /** Estimated tokens of all tools. */
  readonly tokens: number;
  /** The largest first; an operation counts under its first tag. */
  readonly tags: readonly { readonly tag: string; readonly operations: number; readonly tokens: number }[];
}

/** The tools of one server: names, connections and documents of the operations that were chosen. */
export interface OperationTool {
  readonly operation: Operation;
  readonly document: ImportedDocument;
}

export function selectionOf(operations: readonly Operation[], tools: Iterable<OperationTool>): Selection {
  const costs = new Map<string, number>();
  for (const { operation, document } of tools) costs.set(operation.from, tokensOf(document.value));
  const sumOf = (some: readonly Operation[]): number => some.reduce((sum, { from }) => sum + (costs.get(from) ?? 0), 0);
  const groups = groupBy(operations, ({ tags: [tag = UNTAGGED] }) => tag);
  const tags = [...groups].map(([tag, some]) => ({ tag, operations: some.length, tokens: sumOf(some) }));
  return {
    kind: 'selection',
    operations: operations.length,
    tokens: sumOf(operations),
    tags: tags.sort((a, b) => b.tokens - a.tokens || (a.tag < b.tag ? -1 : 1)),
  };
}

/** A tool that an import makes. */
export interface ToolCost {
  readonly name: string;
  /** The operation. */
  readonly from: string;
  /** Estimated. */
  readonly tokens: number;
}

/** The most expensive first. */
export function costsOf({ documents }: Pick<ImportResult, 'documents'>): ToolCost[] {
  const tools = documents.flatMap(({ value }) => (value['kind'] === 'tool' ? [value] : []));
  return tools
    .map((value) => ({ name: String(value['name']), from: value.from, tokens: tokensOf(value) }))
    .sort((a, b) => b.tokens - a.tokens || (a.name < b.name ? -1 : 1));
}

/** What an importer writes of a tool has the form of a spec. */
export function toolSpecOf(tool: JsonObject): ToolSpec {
  return tool as unknown as ToolSpec;
}

/** As the profile counts a text: a description of one part. */
export function tokensOf({ description, ...tool }: JsonObject): number {
  const words = typeof description === 'string' ? { does: description, when: '' } : (description ?? UNDESCRIBED);
  return toolTokens(toolSpecOf({ ...tool, description: words }));
}

/** What a user chooses of a document: plain JSON, recorded in haft.imports.json, so that an update chooses the same. */

export type OpenapiOptions = {
  /** Name of the server; of the title of the document where absent. */
  readonly name?: string;
  /** Base URL in place of that of the document. */
  readonly base_url?: string;
  /** Tags; an operation needs one of them. */
  readonly tags?: readonly string[];
  /** Globs of operationIds, of `GET /path` or of names of tools: `issues/*`. */
  readonly operations?: readonly string[];
  /** Globs of paths: `/repos/*`. */
  readonly paths?: readonly string[];
  readonly methods?: readonly string[];
  /** GET and HEAD, and POST whose name says that it reads. */
  readonly read_only?: boolean;
  /** One server for each tag. */
  readonly split?: 'tag';
  /** Everything, however much it is. */
  readonly all?: boolean;
  /** Deprecated operations as well. */
  readonly deprecated?: boolean;
};

/** What an update knows of the import before it. */
export interface PreviousImport {
  /** `from` of what was imported: such an operation stays when its vendor deprecates it. */
  readonly imported?: readonly string[];
}

export function hasSelection(options: OpenapiOptions): boolean {
  const { all, read_only: readOnly } = options;
  return all === true || readOnly === true || SELECTIONS.some(([option]) => (options[option] ?? []).length > 0);
}
