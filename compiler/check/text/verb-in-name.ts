/** Where a tool's name has its verb, and what the name would be with the verb in front. */
import { NOUN_VERBS, SURE_VERBS } from '../words/names.ts';
import { nameWords, sentenceWords, unversioned } from './name-words.ts';
import { stem } from './stem.ts';
import { verbOf } from './verbs-by-stem.ts';

export interface NameText {
  readonly name: string;
  /** First part of the description: it names the action, and so tells verb and noun apart. */
  readonly does: string;
  /** Words of the server's name, which hosts put before the tool's anyway. */
  readonly server: readonly string[];
}

/** The first word is a verb, and not the noun that it may be as well (`file_search`, `order_create`). */
export function startsWithVerb({ name, does }: NameText, verbs: ReadonlySet<string>): boolean {
  const words = unversioned(nameWords(name));
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const [action = '', next = ''] = sentenceWords(does);
  // "Defenestrates the user": the author uses a word that no list knows as a verb.
  if (stem(action) === stem(first)) return verbs.has(first) || DETERMINERS.has(next);
  if (!verbs.has(first)) return false;
  const nounFirst = words.length > 1 && NOUN_VERBS.has(first) && verbs.has(last);
  return !nounFirst || !(SURE_VERBS.has(last) || stem(action) === stem(last));
}

const DETERMINERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'one', 'all', 'every', 'each', 'this', 'any']);

/** A likely name, made of the words that are there; nothing where no verb is to be found. */
export function verbFirstName({ name, does, server }: NameText, verbs: ReadonlySet<string>): string | undefined {
  const words = unversioned(nameWords(name));
  const at = verbAt(words, verbs);
  const action = verbOf(sentenceWords(does)[0] ?? '', verbs);
  const isServer = (word: string): boolean => server.includes(word);
  if (at === undefined) return action && [action, ...words].join('_');
  const before = words.slice(0, at).filter((word) => !isServer(word));
  const after = words.slice(at + 1);
  const verb = verbOf(words[at] ?? '', verbs) ?? '';
  return [verb, ...(after.length > 0 ? after : before)].join('_');
}

/** The last word, or the first one that is no noun as well, or any. */
function verbAt(words: readonly string[], verbs: ReadonlySet<string>): number | undefined {
  const found = words.flatMap((word, at) => (verbs.has(word) || (at === 0 && verbOf(word, verbs)) ? [at] : []));
  const last = words.length - 1;
  const sure = found.find((at) => !NOUN_VERBS.has(words[at] ?? ''));
  return (found.includes(last) && last > 0 ? last : undefined) ?? sure ?? found.find((at) => at > 0);
}
