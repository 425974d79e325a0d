/** The words of a request that tell two tools apart, as its author wrote them. */
import type { Candidate } from '../offline/candidate.ts';
import { termsOf, verbGroups } from '../offline/terms.ts';

/** More would list the request, and not say what it is about. */
const MOST_WORDS = 3;

/**
 * Words that `stranger` has no text for; those that `friend` knows come first. Names and numbers belong to one request and
 * are left out.
 */
export function distinctiveWords(
  request: string,
  rivalTexts: Candidate | undefined,
  ownTexts: Candidate | undefined,
): readonly string[] {
  const [unknownTo, knownTo] = [termsIn(rivalTexts), termsIn(ownTexts)];
  const seen = new Set<string>();
  const words = request.split(/[^\p{L}\p{N}'’-]+/u).flatMap((word, index) => {
    const [term, ...more] = termsOf(word);
    if (term === undefined || VAGUE.has(word.toLowerCase()) || verbGroups([term]).length > 0) return [];
    if (more.length > 0 || seen.has(term) || unknownTo.has(term)) return [];
    if (/\p{N}/u.test(word) || (index > 0 && /^\p{Lu}/u.test(word)) || word.length < SHORTEST) return [];
    seen.add(term);
    return [{ word: index === 0 ? word.toLowerCase() : word, known: knownTo.has(term) ? 0 : 1 }];
  });
  return words.toSorted((a, b) => a.known - b.known).map(({ word }) => word);
}

const SHORTEST = 3;

/** Requests of every kind have them: a description that lists them says nothing. */
const VAGUE: ReadonlySet<string> = new Set(
  'about again all already also always any anything back before behind both but did does done each else even ever every everything few first going good got had having here him her his just know last let like long look made make many maybe more most much must need new next not nothing now off old once one only other out over please put really same say says she should show some someone something still such sure take talk tell than thank thanks that there thing things think three too two under until up use used using very via wants way well where who whole whom whose why work works would yes yet https http www com org'.split(
    ' ',
  ),
);

function termsIn(candidate: Candidate | undefined): ReadonlySet<string> {
  if (!candidate) return new Set();
  const { name, summary, text, examples, parameters } = candidate.fields;
  return new Set([...name, ...summary, ...text, ...examples, ...parameters]);
}

interface WordList {
  /** Ids of the cases that it was made from. */
  readonly from: readonly string[];
  readonly words: readonly string[];
}

/** What is worth a try: each of the first words of a request, all of them, and the word that most requests share. */
export function wordLists(
  lists: readonly { readonly id: string; readonly words: readonly string[] }[],
): readonly WordList[] {
  const holders = new Map<string, string[]>();
  for (const { id, words } of lists) {
    for (const word of words) holders.set(word, [...(holders.get(word) ?? []), id]);
  }
  const shared = [...holders].filter(([, ids]) => ids.length > 1).toSorted((a, b) => b[1].length - a[1].length);
  const own = lists.flatMap(({ id, words }): WordList[] => {
    const first = words.slice(0, MOST_WORDS);
    const each = first.map((word) => ({ from: [id], words: [word] }));
    return first.length > 1 ? [...each, { from: [id], words: first }] : each;
  });
  return [...own, ...shared.slice(0, 1).map(([word, from]) => ({ from, words: [word] }))];
}

/** `sun, rain or snow`. */
export function either(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}
