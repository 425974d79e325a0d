/** The words of a tool's name from its operation: the verb in front, then what it acts on. */
import { PREPOSITIONS, isSureVerb, isVerb, isVersion, pathNouns, singular, wordsOf } from './name-words.ts';

/** What a name is made of. */
export interface NamedOperation {
  /** Its identity. */
  readonly from: string;
  readonly method: string;
  readonly path: string;
  /** `operationId`. */
  readonly id?: string;
  /** A name that the document gives to its tool. */
  readonly toolName?: string;
}

/** `isList`: whether a success has a list. */
export function wordsFor(operation: NamedOperation, isList: () => boolean): string[] {
  const { toolName, id } = operation;
  if (toolName !== undefined) return wordsOf(toolName);
  const words = id === undefined ? [] : withoutMethod(withoutNoise(wordsOf(id), operation), operation);
  const made = words.length > 0 ? fromId(words, operation, isList) : fromPath(operation, isList);
  return deduplicated(made.filter((word) => word !== ''));
}

/** Generators put the method in front: `postProjectsIdIssues`. */
function withoutMethod([first, ...rest]: readonly string[], { method }: NamedOperation): string[] {
  const isMethod = first === method.toLowerCase() && rest.length > 0;
  return [(isMethod ? VERB_OF[method] : undefined) ?? first ?? '', ...rest].filter((word) => word !== '');
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/** Without versions, and without the method that some generators put at the end. */
function withoutNoise(words: readonly string[], { method }: NamedOperation): string[] {
  const useful = words.filter((word) => !isVersion(word) && !ARTICLES.has(word));
  const last = useful.at(-1);
  const isMethod = last === method.toLowerCase() && useful.length > 2 && !isSureVerb(useful[0] ?? '');
  return isMethod && last !== 'get' && last !== 'delete' ? useful.slice(0, -1) : useful;
}

function fromId(words: readonly string[], operation: NamedOperation, isList: () => boolean): string[] {
  const [first = '', ...rest] = words;
  if (rest.length > 0 && isVerb(first) && !(isNounFirst(first, words) && verbInside(words) > 0)) return [...words];
  if (rest.length === 0 && isSureVerb(first)) return [first, ...objectOf(operation, first === 'list')];
  const at = verbInside(words);
  if (at > 0) return moved(words, at);
  // `loans/return`: what changes something is named by what it does.
  if (operation.method !== 'GET' && rest.length > 0 && isVerb(words.at(-1) ?? ''))
    return moved(words, words.length - 1);
  return [verbFor(operation, isList), ...words];
}

/** `file_list`, `order_create`: the noun that the verb behind it acts on. */
function isNounFirst(first: string, words: readonly string[]): boolean {
  return !isSureVerb(first) && words.slice(1).some((word) => isSureVerb(word));
}

function verbInside(words: readonly string[]): number {
  // "by_update_time", "for_search": no action.
  return words.findIndex((word, at) => at > 0 && isSureVerb(word) && !PREPOSITIONS.has(words[at - 1] ?? ''));
}

/** issues, list, for, repo → list, issues, for, repo · repos, get, branch → get, repo, branch. */
function moved(words: readonly string[], at: number): string[] {
  const [verb = ''] = words.slice(at);
  const [before, after] = [words.slice(0, at), words.slice(at + 1)];
  const isAlone = after.length === 0 || PREPOSITIONS.has(after[0] ?? '');
  const last = before.at(-1) ?? '';
  if (isAlone) return [verb, ...before.slice(0, -1).map(singular), verb === 'list' ? last : singular(last), ...after];
  const repeated = new Set(after.map(singular));
  return [verb, ...before.map(singular).filter((word) => !repeated.has(word)), ...after];
}

const VERB_OF: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
  HEAD: 'check',
  QUERY: 'query',
};

/** By the method; a GET lists where it has a list and does not end with a parameter. */
function verbFor({ method, path }: NamedOperation, isList: () => boolean): string {
  if (method !== 'GET') return VERB_OF[method] ?? method.toLowerCase();
  return !endsWithParameter(path) && isList() ? 'list' : 'get';
}

function endsWithParameter(path: string): boolean {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  return bare.slice(bare.lastIndexOf('/') + 1).includes('}');
}

/** `/pets/{id}/toys` → pet, toys · `/pets/{id}` → pet. */
function objectOf({ path }: NamedOperation, isMany: boolean): string[] {
  const nouns = pathNouns(path);
  return nouns.flatMap((segment, at) => (isMany && at === nouns.length - 1 ? segment : segment.map(singular)));
}

function fromPath(operation: NamedOperation, isList: () => boolean): string[] {
  const { method, path } = operation;
  const nouns = pathNouns(path);
  const last = nouns.at(-1) ?? [];
  const [action = ''] = last;
  // `POST /pets/{id}/archive`
  if (method === 'POST' && nouns.length > 1 && last.length > 0 && isSureVerb(action)) {
    return [action, ...nouns.slice(0, -1).flat().map(singular), ...last.slice(1)];
  }
  const verb = verbFor(operation, isList);
  const object = objectOf(operation, verb === 'list' || (verb === 'get' && !endsWithParameter(path)));
  return [verb, ...(object.length > 0 ? object : ['root'])];
}

/** Ids often name the resource twice: users_get_user. */
function deduplicated(words: readonly string[]): string[] {
  return words.filter((word, at) => at === 0 || (word !== words[at - 1] && singular(words[at - 1] ?? '') !== word));
}
