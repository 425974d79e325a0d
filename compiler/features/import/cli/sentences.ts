/** Where a sentence of help ends: behind a word, and not in `. and ..`, `e.g. this` or `etc. of it`. */

const END = /(?<=[^\s.])(?:;(?=\s|$)|\.(?=\s+(?![\sa-z])|\s*$))/g;

/** `e.g`, `v`, `vs`: what follows their dot belongs to them. */
const ABBREVIATED = /(?:^|[\s(])(?:(?:[A-Za-z]\.)+[A-Za-z]|[a-z]|vs|cf|approx)$/;

/** The place of its dot or semicolon; -1 where there is none. */
export function sentenceEnd(text: string): number {
  for (const { index } of text.matchAll(END)) {
    const isInside = text[index] === '.' && ABBREVIATED.test(text.slice(Math.max(0, index - 20), index));
    if (!isInside || text.slice(index + 1).trim() === '') return index;
  }
  return -1;
}

/** Without addresses, parentheses, examples and remarks. */
export function firstSentence(text: string): string {
  const plain = withoutRemarks(text.slice(0, 600));
  const ends = [sentenceEnd(plain), plain.search(/\.\.\.|:$/)].filter((end) => end !== -1);
  return plain.slice(0, Math.min(300, ...ends)).trim();
}

export function withoutRemarks(text: string): string {
  return text.replaceAll(/\bhttps?:\S*| ?\([^()]*\)(?!\w)/g, '');
}

const MAX_SENTENCES = 40;

export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (let rest = text.trim(); rest !== '' && sentences.length < MAX_SENTENCES;) {
    const end = sentenceEnd(rest);
    sentences.push(end === -1 ? rest : rest.slice(0, end));
    rest = end === -1 ? '' : rest.slice(end + 1).trim();
  }
  return sentences;
}
