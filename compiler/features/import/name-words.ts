/** Verbs and nouns of operationIds, methods and paths, from which names of tools are built. */
import { wordSet } from '../../base/word-lists.ts';
import { nameWords, snakeCase } from '../../check/analysis/names/name-words.ts';
import { VERBS } from '../../check/analysis/names/verbs.ts';
import { NOUN_VERBS, SURE_VERBS } from '../../check/analysis/names/lexicon.ts';

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

const VERB_OF: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
  HEAD: 'check',
  QUERY: 'query',
};

const KNOWN: ReadonlySet<string> = new Set(VERBS);

function wordsOf(text: string): string[] {
  return [...nameWords(snakeCase(text.replaceAll(/['’]/g, '')))];
}

/** A verb in any position. */
function isSureVerb(word: string): boolean {
  return (
    SURE_VERBS.has(word) || ID_VERBS.has(word) || (KNOWN.has(word) && !NOUN_VERBS.has(word) && !MOSTLY_NOUNS.has(word))
  );
}

/** Nouns as well, but not where an id says what an operation does. */
const ID_VERBS = wordSet(
  'archive check copy disable download enable export import list merge move query read replace restore run search send set show start stop update upload',
);

/** In paths and ids of services these are things. */
const MOSTLY_NOUNS = wordSet(
  'access address bill book box document edge file frame group house key like man name network number object order page part people place play point position present process program project purpose question range record request research result root rule scope script secure service sound stage state store string string structure table target time title type use value version web work',
);

/** They connect words of a name. */
export const PREPOSITIONS = wordSet('for by in of on to from with at as and or via per');

/** Words of paths and ids that say nothing of the resource. */
function isVersion(word: string): boolean {
  return /^v\d+$|^\d+(?:_\d+)*$|^(?:api|apis|rest|beta|alpha)$/.test(word);
}

const SAME_PLURAL = wordSet(
  'status news series analysis address access business process settings analytics details statistics metrics stats sms gps dns aws tls https os ios css js alias basis bus canvas corpus focus lens radius virus campus census bonus chorus class pass https progress success wireless',
);

export function singular(word: string): string {
  const isPlural = word.endsWith('s') && !/(?:ss|us|is)$/.test(word) && !SAME_PLURAL.has(word);
  if (!isPlural || word.length < 4) return word;
  if (word.endsWith('ies') && word.length > 4)
    return word === 'movies' || word === 'cookies' ? word.slice(0, -1) : `${word.slice(0, -3)}y`;
  if (/(?:sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Segments of a path that are no parameters, as words; those of versions left out. */
export function pathNouns(path: string): string[][] {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return segments
    .map((segment) => wordsOf(segment.replace(/\.(?:json|xml)$/, '')).filter((word) => !isVersion(word)))
    .filter(({ length }) => length > 0);
}

/** Names of the parameters of a path, as words. */
export function pathParameters(path: string): string[][] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => wordsOf(name));
}

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
  const own = id === undefined ? [] : wordsOf(ownPart(id, operation));
  const words = withoutMethod(withoutNoise(own, operation), operation);
  const parts = words.length > 0 ? fromId(plainVerb(words), operation, isList) : fromPath(operation, isList);
  const named = parts.filter((word) => word !== '');
  // Ids often name the resource twice: users_get_user.
  return named.filter((word, at) => at === 0 || (word !== named[at - 1] && singular(named[at - 1] ?? '') !== word));
}

/** What a framework's id says beside its class, the request that it repeats, and the numbers of overloads. */
function ownPart(id: string, operation: NamedOperation): string {
  const plain = id.replace(/(?:_?Using(?:GET|POST|PUT|DELETE|PATCH))?(?:_\d+)?$/, '');
  const [, entity, method = ''] = CLASS_AND_METHOD.exec(plain) ?? [];
  if (entity === undefined) return withoutRequest(plain, operation);
  const [verb = '', ...rest] = plainVerb(wordsOf(method));
  const noun = wordsOf(entity).map((word) => (verb === 'list' ? word : singular(word)));
  return [verb, ...noun.filter((word) => !rest.map(singular).includes(singular(word))), ...rest].join('_');
}

/** `CatsController_findAll` */
const CLASS_AND_METHOD =
  /^([A-Za-z\d]+?)(?:Rest)?(?:Controller|Resource|Endpoint|Handler)s?(?:Impl|V\d+)?[_.-]([A-Za-z].*)$/;

/** `read_users_api_v1_users__get` → read_users: without the path and the method, in whatever characters they are repeated. */
function withoutRequest(id: string, { method, path }: NamedOperation): string {
  const [all, own, verb] = [lettersOf(id), lettersOf(path), method.toLowerCase()];
  if (own === '') return id;
  if (all.startsWith(verb + own)) return wholeWords(id, (verb + own).length)?.[1] ?? id;
  if (all.endsWith(own + verb)) return wholeWords(id, all.length - (own + verb).length)?.[0] ?? id;
  if (!path.includes('{') || !all.endsWith(own)) return id;
  const [before = ''] = wholeWords(id, all.length - own.length) ?? [];
  return isSureVerb(wordsOf(before).join('_')) ? before : id;
}

/** Before and after so many letters; undefined inside a word: the path of `getUsername` is not `/user`. */
function wholeWords(id: string, letters: number): readonly [before: string, after: string] | undefined {
  const before = firstLetters(id, letters);
  const after = id.slice(before.length);
  return [...wordsOf(before), ...wordsOf(after)].join() === wordsOf(id).join() ? [before, after] : undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

function firstLetters(text: string, count: number): string {
  let end = 0;
  for (let letters = 0; end < text.length && letters < count; end += 1) letters += lettersOf(text.charAt(end)).length;
  return text.slice(0, end);
}

/** `findAll`, `getOne`, `findById`: the noun is that of the path. */
function plainVerb(words: readonly string[]): string[] {
  const [first = '', ...rest] = words;
  const which = rest.join('_');
  if (!/^(?:find|get|fetch|read|load|list|retrieve)$/.test(first)) return [...words];
  if (which === 'all' || which === 'many') return ['list'];
  return which === 'one' || /^(?:one_)?by_(?:id|uuid|key|pk)$/.test(which) ? ['get'] : [...words];
}

/** Generators put the method in front: `postProjectsIdIssues`. */
function withoutMethod([first, ...rest]: readonly string[], { method }: NamedOperation): string[] {
  const isMethod = first === method.toLowerCase() && rest.length > 0;
  return [(isMethod ? VERB_OF[method] : undefined) ?? first ?? '', ...rest].filter((word) => word !== '');
}

/** Without versions, and without the method that some generators put at the end. */
function withoutNoise(words: readonly string[], { method }: NamedOperation): string[] {
  const useful = words.filter((word) => !isVersion(word) && !ARTICLES.has(word));
  const last = useful.at(-1);
  const isMethod = last === method.toLowerCase() && useful.length > 2 && !isSureVerb(useful[0] ?? '');
  return isMethod && last !== 'get' && last !== 'delete' ? useful.slice(0, -1) : useful;
}

function fromId(words: readonly string[], operation: NamedOperation, isList: () => boolean): string[] {
  const [first = '', ...rest] = words;
  if (rest.length > 0 && KNOWN.has(first) && !(isNounFirst(first, words) && verbInside(words) > 0)) return [...words];
  if (rest.length === 0 && (isSureVerb(first) || isActionOf(first, operation)))
    return [first, ...objectOf(operation, first === 'list').filter((word) => word !== first)];
  const at = verbInside(words);
  if (at > 0) return moveVerb(words, at);
  // `loans/return`: what changes something is named by what it does.
  if (operation.method !== 'GET' && rest.length > 0 && KNOWN.has(words.at(-1) ?? ''))
    return moveVerb(words, words.length - 1);
  return isActionOf(first, operation) ? [...words] : [verbFor(operation, isList), ...words];
}

/** `PUT /users/{id}/silence`: what the last part of the path does is no thing. `edit` alone is a verb, as nothing else is there. */
function isActionOf(word: string, { method, path, id = '' }: NamedOperation): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const [last = []] = pathNouns(path).slice(-1);
  return (path.includes('{') && last.length === 1 && last[0] === word) || (KNOWN.has(word) && wordsOf(id)[0] === word);
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
function moveVerb(words: readonly string[], at: number): string[] {
  const [verb = ''] = words.slice(at);
  const [before, after] = [words.slice(0, at), words.slice(at + 1)];
  const isAlone = after.length === 0 || PREPOSITIONS.has(after[0] ?? '');
  const last = before.at(-1) ?? '';
  if (isAlone) return [verb, ...before.slice(0, -1).map(singular), verb === 'list' ? last : singular(last), ...after];
  const repeated = new Set(after.map(singular));
  return [verb, ...before.map(singular).filter((word) => !repeated.has(word)), ...after];
}

/** By the method; a GET lists where it has a list and does not end with a parameter. */
function verbFor({ method, path }: NamedOperation, isList: () => boolean): string {
  if (method !== 'GET') return VERB_OF[method] ?? method.toLowerCase();
  return !endsWithParameter(path) && isList() ? 'list' : 'get';
}

function endsWithParameter(path: string): boolean {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  return bare.slice(bare.lastIndexOf('/') + 1).includes('}');
}

/** `/pets/{id}/toys` → pet, toys · `/pets/{id}` → pet · `/{realm}` → realm. */
function objectOf({ path }: NamedOperation, isMany: boolean): string[] {
  const nouns = pathNouns(path);
  if (nouns.length === 0) return (pathParameters(path).at(-1) ?? []).filter((word) => !/^(?:id|name|key)$/.test(word));
  return nouns.flatMap((segment, at) => (isMany && at === nouns.length - 1 ? segment : segment.map(singular)));
}

function fromPath(operation: NamedOperation, isList: () => boolean): string[] {
  const { method, path } = operation;
  const nouns = pathNouns(path);
  const last = nouns.at(-1) ?? [];
  const [action = ''] = last;
  if (IN_RPC.test(path) && ((KNOWN.has(action) && !path.includes('.')) || verbInside(last) > 0))
    return fromId(last, operation, isList);
  // `POST /pets/{id}/archive`
  if (method === 'POST' && nouns.length > 1 && last.length > 0 && isSureVerb(action)) {
    return [action, ...nouns.slice(0, -1).flat().map(singular), ...last.slice(1)];
  }
  const verb = verbFor(operation, isList);
  const object = objectOf(operation, verb === 'list' || (verb === 'get' && !endsWithParameter(path)));
  return [verb, ...(object.length > 0 ? object : ['root'])];
}

/** `/sendMessage`, `/chat.postMessage`: the path is the name of a procedure. */
const IN_RPC = /(?:\/[a-z]+[A-Z][A-Za-z]*|\/[A-Za-z]+\.[A-Za-z.]+)$/;
