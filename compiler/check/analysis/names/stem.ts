/** A common stem of the forms of an English word, for comparison only: searches, searching and searched are one. */

export function stem(word: string): string {
  if (word.length < 3) return word;
  return ended(withoutEnding(singular(word)));
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
function ended(word: string): string {
  return word.replace(/e$/, '').replace(/([^aeiou])\1$/, '$1');
}
