/** Joins digits that are broken: base64 and hexadecimal in lines, and hexadecimal with something between the bytes. */

/** A part of a text that is a secret. */
export interface DigitSpan {
  readonly start: number;
  readonly end: number;
  /** Digits of base64 that stand for it, so that what is around it can still be decoded. */
  readonly fill?: number | undefined;
}

/** The text with digits that are joined. */
interface Joined {
  readonly text: string;
  /** Where a span of it is in the text itself. */
  readonly above: (span: DigitSpan) => DigitSpan;
}

/** By the number of a character. */
const HEX = 1;
const BASE64 = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return (/[\da-f]/i.test(char) ? HEX : 0) + (/[\w+/-]/.test(char) ? BASE64 : 0);
});

const isAt = (text: string, at: number, kind: number): boolean => ((KINDS[text.charCodeAt(at)] ?? 0) & kind) !== 0;

/** Shorter than the lines that programs print, and longer than identifiers and words are. */
const LINE = 48;

/** The end of a line, also as it is inside a JSON string, and what the next line is indented by. */
const LINE_END = /(?:(?:\r?\n|\\{1,8}r|\\{1,8}n)){1,4}[ \t]{0,40}/y;

const isEnd = (code: number): boolean => code === 10 || code === 13 || code === 92;

/** Lines of digits as one. In time linear in the text; few characters are looked at where there is no such line. */
export function withoutLineBreaks(text: string): Joined | undefined {
  const pieces: string[] = [];
  const starts: number[] = [];
  let from = 0;
  const cut = (start: number): void => {
    if (!isEnd(text.charCodeAt(start))) return;
    LINE_END.lastIndex = start;
    const end = start + (LINE_END.exec(text)?.[0].length ?? 0);
    if (end === start || start <= from || !isAt(text, end, BASE64)) return;
    pieces.push(text.slice(from, start));
    starts.push(from);
    from = end;
  };
  for (let at = LINE - 1, free = 0; at < text.length; at = free + LINE - 1) {
    let first = at;
    while (first >= free && isAt(text, first, BASE64)) first -= 1;
    const isShort = first >= free;
    free = isShort ? first + 1 : endOf(text, at);
    if (isShort) continue;
    cut(breakBefore(text, first + 1));
    cut(free);
  }
  if (starts.length === 0) return undefined;
  pieces.push(text.slice(from));
  starts.push(from);
  return { text: pieces.join(''), above: aboveIn(pieces, starts) };
}

/** As a search, since a run can be as long as the text. */
function endOf(text: string, from: number): number {
  OTHER.lastIndex = from;
  return OTHER.test(text) ? OTHER.lastIndex - 1 : text.length;
}

const OTHER = /[^\w+/-]/g;

/** Where the line before ends; of a line that starts behind `\n` the letter belongs to the break. */
function breakBefore(text: string, start: number): number {
  let at = start;
  while (at > start - 40 && (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9)) at -= 1;
  while (at > start - 80 && isEnd(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function aboveIn(pieces: readonly string[], starts: readonly number[]): Joined['above'] {
  const ends: number[] = [];
  for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + piece.length);
  const above = (at: number): number => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at < (ends[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return (starts[low] ?? 0) + at - (ends[low - 1] ?? 0);
  };
  return ({ start, end, fill }) => ({ start: above(start), end: above(end - 1) + 1, fill });
}

/** Characters from one pair of digits to the next: behind ":", ", ", " 0x", ", 0x". */
const PERIODS = [3, 4, 5, 6] as const;

/** Pairs of digits with something between them, of at least `least` bytes, without it. */
export function withoutSeparators(text: string, least: number): Joined | undefined {
  /** Of each pair its start; -1 between two runs. */
  const pairs: number[] = [];
  let free = 0;
  for (let at = 3 * (least - 1); at < text.length + 3; at += 3 * (least - 1)) {
    const pair = pairBefore(text, at);
    if (pair < free || !isPair(text, pair)) continue;
    const run = PERIODS.map((period) => pairsAround(text, pair, period, free)).find(({ length }) => length >= least);
    if (run === undefined) continue;
    for (const one of run) pairs.push(one);
    pairs.push(-1);
    free = (run.at(-1) ?? 0) + 2;
  }
  if (pairs.length === 0) return undefined;
  const above = ({ start, end }: DigitSpan): DigitSpan => ({
    start: pairs[start >> 1] ?? 0,
    end: (pairs[(end - 1) >> 1] ?? 0) + 2,
  });
  return { text: pairs.map((one) => (one === -1 ? '  ' : text.slice(one, one + 2))).join(''), above };
}

const isPair = (text: string, at: number): boolean => isAt(text, at, HEX) && isAt(text, at + 1, HEX);

/** What can be between two pairs; behind "%" and a backslash they are escapes. */
function isBetween(code: number): boolean {
  return code < 48 ? code !== 37 : code === 58 || code === 59 || code === 124;
}

/** Where a pair of digits would be, in front of the first character that is between two. */
function pairBefore(text: string, from: number): number {
  let at = from;
  while (at < from + 5 && !isBetween(text.charCodeAt(at))) at += 1;
  while (at > from - 5 && isBetween(text.charCodeAt(at - 1))) at -= 1;
  return at - 2;
}

const ALONE: readonly number[] = [];

/** With the same number of characters from each to the next, and something between them. */
function pairsAround(text: string, pair: number, period: number, free: number): readonly number[] {
  const follows = (at: number): boolean => isPair(text, at) && isBetween(text.charCodeAt(at - period + 2));
  if (!follows(pair) && !follows(pair + period)) return ALONE;
  let first = pair;
  while (first - period >= free && isPair(text, first - period) && follows(first)) first -= period;
  const spans = [first];
  for (let at = first + period; follows(at); at += period) spans.push(at);
  return spans;
}
