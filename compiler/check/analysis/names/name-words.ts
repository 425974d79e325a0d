/** The words of names and sentences, in the form in which rules compare them. */
import { stem } from '@haft/runtime/language';
import { memoizeBy, memoizeText } from '../../../base/memo.ts';

/** Finds the verb that a word is a form of: searches, searching and searched all lead to search. */
const byStem = memoizeBy((verbs: ReadonlySet<string>) => {
  return new Map([...verbs].toReversed().map((verb) => [stem(verb), verb]));
});

/** `userIDs` → `user_ids`, `HTTPPort` → `http_port`. */
export const snakeCase = memoizeText((name): string => {
  const parted = name
    .replaceAll(
      /(?<![A-Z])([A-Z]{2,})s(?![a-z])/g,
      (_all, letters: string) => `${letters.charAt(0)}${letters.slice(1).toLowerCase()}s`,
    )
    .replaceAll(/(?<![A-Z])([A-Z]+)([A-Z][a-z])/g, '$1_$2');
  return nameWords(parted).join('_');
});

/** `search_booksV2` → search, books, v2: with any separator. */
export const nameWords = memoizeText((name): readonly string[] => {
  const parted = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return parted.split(/[^a-z0-9]+/).filter((word) => word !== '');
});

/** Without the number of a version at its end: `search_books_v2` is still about searching books. */
export function withoutVersion(words: readonly string[]): readonly string[] {
  return /^v\d+$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
}

export { stem };

/** In lower case, without punctuation; "library's" is library. */
export function sentenceWords(text: string): readonly string[] {
  const { plain, word } = forWords(text);
  return plain.match(word) ?? [];
}

/** As `every` of `sentenceWords`, which reads no further than the first word that fails. */
export function everyWord(text: string, test: (word: string) => boolean): boolean {
  const { plain, word } = forWords(text);
  for (const [one] of plain.matchAll(word)) if (!test(one)) return false;
  return true;
}

function forWords(text: string): { readonly plain: string; readonly word: RegExp } {
  const plain = text.toLowerCase().replaceAll(/['’]s\b/g, '');
  // Most texts need none of the tables of Unicode.
  return { plain, word: /[^\u0000-\u007F]/.test(plain) ? /[\p{L}\p{N}]+/gu : /[a-z0-9]+/g };
}

export function verbOf(word: string, verbs: ReadonlySet<string>): string | undefined {
  return verbs.has(word) ? word : byStem(verbs).get(stem(word));
}
