/** Text → the terms that requests and tools are compared by: stems without grammar, and what verbs promise. */
import { nameWords, sentenceWords } from '../check/names/name-words.ts';
import { stem } from '../check/names/stem.ts';
import { INTENTS } from '../check/similar/intents.ts';
import { memoizeText } from '../memo.ts';

const stemOf = memoizeText(stem);

/** Grammar alone. Verbs such as `find` and `list` stay: here they tell tools of one noun apart. */
const GRAMMAR: ReadonlySet<string> = new Set(
  'a am an and are as at be been by can could do does for from has have how i if in into is it its me my of on or our please so that the their them then there these they this those to us want was we were what which will with would you your'.split(
    ' ',
  ),
);

/** The terms of a sentence, in order and as often as they occur. */
export function termsOf(text: string): readonly string[] {
  const words = sentenceWords(text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
  return words.filter((word) => !GRAMMAR.has(word)).map(stemOf);
}

/** The terms of an identifier: `searchBooks_v2` is search, book, v2. */
export const nameTerms = memoizeText((name): readonly string[] => nameWords(name).map(stemOf));

const GROUPS: ReadonlyMap<string, readonly string[]> = groupsByVerb();

/** The groups of verbs that terms belong to, each once, marked so that no word is mistaken for one. */
export function verbGroups(terms: readonly string[]): readonly string[] {
  return [...new Set(terms.flatMap((term) => GROUPS.get(term) ?? []))];
}

function groupsByVerb(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [group, verbs] of Object.entries(INTENTS)) {
    for (const verb of new Set(verbs.map(stemOf))) groups.set(verb, [...(groups.get(verb) ?? []), `#${group}`]);
  }
  return groups;
}
