/** Names of tools: the verb in front, within the limits of all hosts, and never two alike. */
import { groupBy } from '../../base/groups.ts';
import { memoizeText } from '../../base/memo.ts';
import { HOSTS } from '../../spec/hosts/index.ts';
import { type NamedOperation, PREPOSITIONS, pathNouns, pathParameters, singular, wordsFor } from './name-words.ts';

/** One name for each operation, by `from`; none of those that are taken, to which the new ones are added. `isList`: whether a success has a list. */
export function nameTools<O extends NamedOperation>(
  operations: readonly O[],
  server: string,
  isList: (operation: O) => boolean,
  inUse: Set<string> = new Set(),
): ReadonlyMap<string, string> {
  const max = mostCharacters(server);
  const wanted = operations.map((operation) => ({ operation, words: wordsFor(operation, () => isList(operation)) }));
  const named = new Map<string, string>();
  const groups = [...groupBy(wanted, ({ words }) => fitWords(words, max))];
  // Names that nothing competes for come first, so that others can avoid them.
  for (const [name, group] of groups.sort(([, a], [, b]) => Math.min(a.length, 2) - Math.min(b.length, 2))) {
    const [only] = group;
    if (group.length === 1 && !inUse.has(name)) assign(only.operation, name);
    else {
      const uses = usesOf(group);
      for (const { operation, words } of group) assign(operation, distinct(operation, words, uses, max, inUse));
    }
  }
  function assign({ from }: NamedOperation, name: string): void {
    named.set(from, name);
    inUse.add(name);
  }
  return named;
}

interface Wanted {
  readonly operation: NamedOperation;
  readonly words: readonly string[];
}

/** The strictest host decides. */
export function mostCharacters(server: string): number {
  const limits = HOSTS.flatMap(({ toolName }) => {
    if (toolName?.maxLength === undefined) return [];
    return toolName.maxLength - (toolName.form.length - '{server}{tool}'.length) - server.length;
  });
  return Math.max(12, Math.min(64, ...limits));
}

/** The nearest noun of the path that no other of the group has; never a number. */
function distinct(
  { path, method }: NamedOperation,
  words: readonly string[],
  uses: ReadonlyMap<string, number>,
  max: number,
  inUse: ReadonlySet<string>,
): string {
  const own = additionsOf(path);
  const further = own.filter((addition) => !addition.every((word) => words.includes(word)));
  const nouns = own.filter(([first]) => first !== 'by');
  const whole = nouns.toReversed().flat();
  const candidates = [
    ...further.filter((addition) => uses.get(addition.join('_')) === 1),
    ...further,
    whole,
    ...(path === '' ? [] : [[], whole].map((words) => [...words, 'with', method.toLowerCase()])),
  ];
  for (const addition of candidates) {
    const name = fitWords([...words, ...addition], max, addition.length);
    if (!inUse.has(name)) return name;
  }
  for (let letters = 'b'; ; letters = following(letters)) {
    const name = fitWords([...words, letters], max, 1);
    if (!inUse.has(name)) return name;
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
function fitWords(words: readonly string[], max: number, keep = 1): string {
  let rest = words;
  let length = words.join('_').length;
  const tooLong = (): boolean => length > max && rest.length > 1 + keep;
  for (const drop of [(word: string) => PREPOSITIONS.has(word) || word === 'the' || word === 'all', () => true]) {
    while (tooLong()) {
      const at = rest.findIndex((word, index) => index > 0 && index < rest.length - keep && drop(word));
      if (at === -1) break;
      length -= (rest[at] ?? '').length + 1;
      rest = rest.toSpliced(at, 1);
    }
  }
  return rest
    .join('_')
    .slice(0, max)
    .replace(/(?<!_)_+$/, '');
}
