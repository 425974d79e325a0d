/** Where a part of a value is written in its file: through quotes, escapes and folded lines. */
import type { SourceFile, Span } from '../../base/diagnostic.ts';
import type { SpecDocument } from '../../spec/yaml/spec.ts';

/** A part of a text, in UTF-16 units. */
export interface TextPart {
  readonly start: number;
  readonly length: number;
}

/** Of an alias the text at its anchor, which it repeats. */
export function anchoredAt(document: SpecDocument, { text }: SourceFile, place: Span): Span {
  const alias = /^\*([^\s,[\]{}]+)/.exec(text.slice(place.start, place.end))?.[1];
  if (alias === undefined) return place;
  const anchor = `&${alias}`;
  const before = [...text.slice(0, place.start).matchAll(/(?<![^\s,[{])&[^\s,[\]{}&]+\s+/g)];
  const last = before.findLast(([written]) => written.trimEnd() === anchor);
  if (!last) return place;
  const { path, part } = document.pathAt(last.index + last[0].length);
  return document.at(path, part);
}

/** Undefined where the file has it in another way, such as with an escape in it. */
export function writtenSpan(
  { text: source }: SourceFile,
  { file, start: from, end }: Span,
  text: string,
  { start, length }: TextPart,
): Span | undefined {
  const raw = source.slice(from, end);
  const offsets = /^[|>]/.test(raw) ? offsetsInBlock(raw, text) : offsetsInLine(raw, text);
  const [first, last] = [offsets?.[start], offsets?.[start + length - 1]];
  if (first === undefined || last === undefined) return undefined;
  const span = { file, start: from + first, end: from + last + 1 };
  return source.slice(span.start, span.end) === text.slice(start, start + length) ? span : undefined;
}

/** The offset of each character of the value; undefined where the two do not belong to each other. */
type Offsets = readonly number[] | undefined;

/** Indentation and folding change only white space. */
function offsetsInBlock(raw: string, text: string): Offsets {
  const offsets: number[] = [];
  let at = raw.indexOf('\n') + 1;
  for (let index = 0; index < text.length; index += 1) {
    if (!isSpace(text[index])) while (isSpace(raw[at])) at += 1;
    if (!isSpace(text[index]) && raw[at] !== text[index]) return undefined;
    offsets.push(at);
    if (!isSpace(text[index])) at += 1;
  }
  return offsets;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

function offsetsInLine(raw: string, text: string): Offsets {
  const quote = raw.startsWith('"') || raw.startsWith("'") ? raw[0] : '';
  const offsets: number[] = [];
  for (let at = quote === '' ? 0 : 1; offsets.length < text.length;) {
    const { value, length } = pieceAt(raw, at, quote);
    if (length === 0 || !text.startsWith(value, offsets.length)) return undefined;
    for (let index = 0; index < value.length; index += 1) offsets.push(at + (value.length === length ? index : 0));
    at += length;
  }
  return offsets;
}

const FOLD = /[ \t]*(?:\r?\n[ \t]*)+/y;
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(\r?\n[ \t]*)|([^]))/iy;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', e: '\x1B', b: '\b', f: '\f' };

/** A piece of the source: the text that it is in the value, and its length. */
function pieceAt(
  raw: string,
  at: number,
  quote: string | undefined,
): { readonly value: string; readonly length: number } {
  const fold = matchAt(FOLD, raw, at);
  if (fold) {
    const [{ length }] = fold;
    const lines = fold[0].split('\n').length - 1;
    return { value: lines === 1 ? ' ' : '\n'.repeat(lines - 1), length };
  }
  if (quote === "'" && raw.startsWith("''", at)) return { value: "'", length: 2 };
  const escape = quote === '"' ? matchAt(ESCAPE, raw, at) : undefined;
  if (!escape) return { value: raw[at] ?? '', length: at < raw.length ? 1 : 0 };
  const [{ length }, short, middle, long, line, one = ''] = escape;
  const code = short ?? middle ?? long;
  const point = Number.parseInt(code ?? '', 16);
  if (code !== undefined) return { value: point > 0x10_ff_ff ? '' : String.fromCodePoint(point), length };
  return { value: line === undefined ? (ESCAPED[one] ?? one) : '', length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
