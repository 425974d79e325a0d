/** What is between the members of a JSON object: commas and comments. */

interface Token {
  readonly kind: 'comma' | 'comment';
  readonly start: number;
  readonly end: number;
}

/** Between two offsets with no value in between. */
export function triviaBetween(text: string, from: number, to: number): readonly Token[] {
  const found = text.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[^]*?\*\//g);
  return [...found].map(({ 0: token, index = 0 }) => {
    return { kind: token === ',' ? 'comma' : 'comment', start: from + index, end: from + index + token.length };
  });
}

/** The offset after the comments that start on the line of the offset. */
export function behindComments(text: string, at: number, tokens: readonly Token[]): number {
  let end = at;
  for (const { kind, start, end: behind } of tokens) {
    if (start < end) continue;
    if (kind !== 'comment' || text.slice(end, start).includes('\n')) break;
    end = behind;
  }
  return end;
}
