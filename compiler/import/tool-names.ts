/** Names of tools: the verb in front, within the limits of all hosts, and never two alike. */
import { memoizeText } from '../memo.ts';
import { HOSTS } from '../hosts/index.ts';
import {
  PREPOSITIONS,
  isSureVerb,
  isVerb,
  isVersion,
  pathNouns,
  pathParameters,
  singular,
  wordsOf,
} from './name-words.ts';

/** What a name is made of. */
interface NamedOperation {
  /** Its identity. */
  readonly from: string;
  readonly method: string;
  readonly path: string;
  /** `operationId`. */
  readonly id?: string;
  /** A name that the document gives to its tool. */
  readonly toolName?: string;
}

interface NameContext<O> {
  readonly server: string;
  /** Whether a success has a list. */
  readonly isList: (operation: O) => boolean;
}

/** One name for each operation, by `from`; none of those that are taken, to which the new ones are added. */
export function nameTools<O extends NamedOperation>(
  operations: readonly O[],
  { server, isList }: NameContext<O>,
  taken: Set<string> = new Set(),
): ReadonlyMap<string, string> {
  const max = mostCharacters(server);
  const wanted = operations.map((operation) => {
    return { operation, words: wordsFor(operation, () => isList(operation)) };
  });
  const named = new Map<string, string>();
  for (const [name, group] of grouped(wanted, max)) {
    const [only] = group;
    if (group.length === 1 && only && !taken.has(name)) assign(only.operation, name);
    else {
      const uses = usesOf(group);
      for (const { operation, words } of group) assign(operation, distinct(operation, words, uses, max, taken));
    }
  }
  function assign({ from }: NamedOperation, name: string): void {
    named.set(from, name);
    taken.add(name);
  }
  return named;
}

interface Wanted {
  readonly operation: NamedOperation;
  readonly words: readonly string[];
}

function grouped(wanted: readonly Wanted[], max: number): [string, Wanted[]][] {
  const groups = new Map<string, Wanted[]>();
  for (const one of wanted) {
    const name = fitted(one.words, max);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  // Names that nothing competes for come first, so that others can avoid them.
  return [...groups].sort(([, a], [, b]) => Math.min(a.length, 2) - Math.min(b.length, 2));
}

/** The strictest host decides. */
export function mostCharacters(server: string): number {
  const limits = HOSTS.flatMap(({ toolName }) => {
    return toolName ? [toolName.maxLength - (toolName.form.length - '{server}{tool}'.length) - server.length] : [];
  });
  return Math.max(12, Math.min(64, ...limits));
}

/** The nearest noun of the path that no other of the group has; never a number. */
function distinct(
  { path, method }: NamedOperation,
  words: readonly string[],
  uses: ReadonlyMap<string, number>,
  max: number,
  taken: ReadonlySet<string>,
): string {
  const own = additionsOf(path);
  const further = own.filter((addition) => !addition.every((word) => words.includes(word)));
  const whole = own
    .filter(([first]) => first !== 'by')
    .toReversed()
    .flat();
  const candidates = [
    ...further.filter((addition) => uses.get(addition.join('_')) === 1),
    ...further,
    whole,
    ['with', method.toLowerCase()],
    [...whole, 'with', method.toLowerCase()],
  ];
  for (const addition of candidates) {
    const name = fitted([...words, ...addition], max, addition.length);
    if (!taken.has(name)) return name;
  }
  for (let letters = 'b'; ; letters = following(letters)) {
    const name = fitted([...words, letters], max, 1);
    if (!taken.has(name)) return name;
  }
}

/** How many operations of a group have each addition. */
function usesOf(group: readonly Wanted[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { operation } of group) {
    for (const text of new Set(additionsOf(operation.path).map((addition) => addition.join('_')))) {
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }
  return uses;
}

/** What can be added to a name: nouns of the path and then its parameters, the last ones first. */
const additionsOf = memoizeText((path: string): readonly (readonly string[])[] => [
  ...pathNouns(path)
    .toReversed()
    .map((segment) => segment.map(singular)),
  ...pathParameters(path)
    .toReversed()
    .map((segment) => ['by', ...segment]),
]);

/** b, c, …, z, bb. */
function following(letters: string): string {
  const last = letters.charCodeAt(letters.length - 1);
  return last < 122 ? `${letters.slice(0, -1)}${String.fromCharCode(last + 1)}` : `${letters}b`;
}

/** Words left out from the middle until the rest fits; the verb and the last `keep` words stay. */
function fitted(words: readonly string[], max: number, keep = 1): string {
  let left = words;
  let length = words.join('_').length;
  const tooLong = (): boolean => length > max && left.length > 1 + keep;
  for (const drop of [(word: string) => PREPOSITIONS.has(word) || word === 'the' || word === 'all', () => true]) {
    while (tooLong()) {
      const at = left.findIndex((word, index) => index > 0 && index < left.length - keep && drop(word));
      if (at === -1) break;
      length -= (left[at] ?? '').length + 1;
      left = left.toSpliced(at, 1);
    }
  }
  return left
    .join('_')
    .slice(0, max)
    .replace(/(?<!_)_+$/, '');
}

function wordsFor(operation: NamedOperation, isList: () => boolean): string[] {
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
