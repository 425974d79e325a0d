/** Finds the verb of a tool's name, and the name with the verb in front. */
import { FACT_NOUNS, NOUN_VERBS, OPEN_VERBS, SURE_VERBS, THING_LAST, THING_VERBS } from './lexicon.ts';
import { nameWords, sentenceWords, unversioned } from './name-words.ts';
import { stem } from './stem.ts';
import { verbOf } from './verbs-by-stem.ts';

interface NameText {
  readonly name: string;
  /** First part of the description: it names the action, and so separates verb from noun. */
  readonly does: string;
  /** Words of the server's name, which hosts put before the tool's anyway. */
  readonly server: readonly string[];
}

/** The first word is a verb, and not the noun that it may be as well (`file_search`, `order_create`). */
export function startsWithVerb({ name, does }: NameText, verbs: ReadonlySet<string>): boolean {
  const words = unversioned(nameWords(name));
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const [action = '', next = ''] = sentenceWords(does);
  // "Defenestrates the user": a verb that is in no list.
  const own = stem(action) === stem(first);
  // A name without any word breaks another rule.
  if (words.length === 0) return true;
  if (!verbs.has(first)) {
    const inflected = own && action.endsWith('s') && !first.endsWith('s');
    return (
      verbOf(first, verbs) === undefined && ((own && DETERMINERS.has(next)) || inflected || isMadeVerb(first, verbs))
    );
  }
  if (own || words.length === 1 || !NOUN_VERBS.has(first)) return true;
  if (words.slice(1).every((word) => FACT_NOUNS.has(word))) return !THING_VERBS.has(first);
  const afterThing = THING_VERBS.has(first) && (THING_LAST.has(last) || stem(action) === stem(last));
  return !(verbs.has(last) && (SURE_VERBS.has(last) || afterThing));
}

/** "Refill", "untangle", "vectorize": made of a verb, or by an ending that only verbs have. */
function isMadeVerb(word: string, verbs: ReadonlySet<string>): boolean {
  const [, base = ''] = /^(?:re|un|mis|de)(\w{3,})$/.exec(word) ?? [];
  return verbs.has(base) || /[a-z]{3}(?:ize|ify)$/.test(word);
}

const DETERMINERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'one', 'all', 'every', 'each', 'this', 'any']);

/** A name from the same words with the verb in front; undefined without a verb. */
export function verbFirstName({ name, does, server }: NameText, verbs: ReadonlySet<string>): string | undefined {
  const words = unversioned(nameWords(name));
  const [action = '', ...description] = sentenceWords(does).map(stem);
  const at = verbAt(words, action, verbs);
  const [verb] = [words[at ?? -1] ?? sentenceWords(does)[0] ?? ''].map((word) => verbOf(word, verbs));
  if (verb === undefined) return undefined;
  if (at === undefined) return [verb, ...words].join('_');
  const before = words.slice(0, at).filter((word) => !server.includes(word));
  // The description shows that "browser" in "browser_click" is not the object.
  const meant = OPEN_VERBS.has(verb) ? before : before.filter((word) => description.includes(stem(word)));
  const after = words.slice(at + 1);
  return [verb, ...(after.length > 0 ? after : meant)].join('_');
}

/** The verb of the description, else the last word, the first one that is not a noun as well, or any. */
function verbAt(words: readonly string[], action: string, verbs: ReadonlySet<string>): number | undefined {
  const found = words.flatMap((word, at) => (verbs.has(word) || (at === 0 && verbOf(word, verbs)) ? [at] : []));
  const last = words.length - 1;
  const match = found.find((at) => stem(words[at] ?? '') === action);
  const sure = found.find((at) => !NOUN_VERBS.has(words[at] ?? ''));
  return match ?? (found.includes(last) && last > 0 ? last : undefined) ?? sure ?? found.find((at) => at > 0);
}
