/** Lexicons as text: lists of words, and the sources of long regular expressions. */

/** Words divided by blanks and line breaks. */
export function wordList(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.trim().split(/\s+/));
}

export function wordSet(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(wordList(...texts));
}

/** The same value under each word. */
export function sameFor<T>(words: string, value: T): Record<string, T> {
  return Object.fromEntries(wordList(words).map((word) => [word, value]));
}

/** The source of a regular expression over several lines: line breaks and indentation are no part of it, nor what escapes a backquote. */
export function source(strings: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw(strings, ...parts).replaceAll(/\n\s*|\\(?=`)/g, '');
}

/** A regular expression over several lines. */
export function regex(flags = ''): (strings: TemplateStringsArray, ...parts: readonly string[]) => RegExp {
  return (strings, ...parts) => new RegExp(source(strings, ...parts), flags);
}
