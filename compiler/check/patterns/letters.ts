/** A representative character for each class that a pattern distinguishes. */
import { alphabetOf } from '@haft/runtime/language';
import type { Alphabet, Pattern } from '@haft/runtime/language';

export interface Letters {
  readonly alphabet: Alphabet;
  /** By the number of its kind. */
  readonly letters: ReadonlyMap<number, string>;
  readonly kindsOf: (set: number) => ReadonlySet<number>;
  /** A character of a set; undefined for an empty one. */
  readonly sampleOf: (set: number) => string;
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Letters first: an example is to be read. */
const COMMON = [...'abcxyzABCXYZ019 !_-.,:;/', ...ASCII, ...'éÄßαж中あ٣\u00a0\u0301\u200c\u2028\ufeff😀', '\ud800'];

/** Characters of every kind that is common, or written in the pattern. */
export function lettersOf(pattern: Pattern, source: string): Letters {
  const alphabet = alphabetOf(pattern.sets);
  const letters = new Map<number, string>();
  const kinds = new Map<number, Set<number>>();
  const endless = { left: Infinity };
  for (const letter of new Set([...COMMON, ...source])) {
    const kind = alphabet.kindOf(letter.codePointAt(0) ?? 0, endless);
    if (letters.has(kind.id)) continue;
    letters.set(kind.id, letter);
    for (const set of kind.sets) kinds.set(set, (kinds.get(set) ?? new Set()).add(kind.id));
  }
  const kindsOf = (set: number): ReadonlySet<number> => kinds.get(set) ?? new Set();
  return { alphabet, letters, kindsOf, sampleOf: (set) => letters.get([...kindsOf(set)][0] ?? -1) ?? '' };
}
