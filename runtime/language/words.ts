/** Words of names and sentences in the form in which requests and texts are compared. */

/** A common stem of the forms of an English word, for comparison only: searches, searching and searched are one. */
export function stem(word: string): string {
  if (word.length < 3) return word;
  return withoutLast(withoutEnding(singular(word)));
}

function singular(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (/..ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutEnding(word: string): string {
  if (/..ied$/.test(word)) return `${word.slice(0, -3)}y`;
  const base = word.endsWith('ing') ? word.slice(0, -3) : word.endsWith('ed') ? word.slice(0, -2) : word;
  return base.length >= 3 && /[aeiouy]/.test(base) ? base : word;
}

/** Letters that come and go with endings: the last e, a doubled consonant. */
function withoutLast(word: string): string {
  return word.replace(/e$/, '').replace(/([^aeiou])\1$/, '$1');
}

/** Scripts that put no blanks between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/** A run of such a script as its pairs of characters, which overlap; any other word as it is. */
export function apart(word: string): readonly string[] {
  if (!IS_UNSPACED.test(word)) return [word];
  return (word.match(RUNS) ?? []).flatMap((run) => (IS_UNSPACED.test(run) ? pairs([...run]) : [run]));
}

function pairs(characters: readonly string[]): readonly string[] {
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, before) => `${characters[before] ?? ''}${character}`);
}
