/** Reads plain YAML quickly: block maps and lists, one-line values. Whatever is unusual is left to `yaml` (ADR 9). */
import { NotPlain, blockText, keyAt, valueAt } from './plain-value.ts';

/** A comment that has its line for itself, by offsets. */
export interface PlainComment {
  readonly start: number;
  readonly end: number;
}

export interface PlainDocument {
  readonly value: Readonly<Record<string, unknown>>;
  readonly comments: readonly PlainComment[];
}

/**
 * The one document of a text, exactly as `yaml` would give it; nothing where the text is not plain: several documents,
 * anchors, tags, tabs, values over several lines, repeated keys, mistakes. A property test holds both readers equal.
 */
export function readPlain(text: string): PlainDocument | undefined {
  if (/[\t\r\ufeff]/.test(text)) return undefined;
  const reader: Reader = { text, line: 0, at: 0, column: 0, depth: 0, comments: [] };
  try {
    toContent(reader, 0);
    if (reader.column !== 0 || isEnd(reader)) return undefined;
    const value = readMap(reader, 0);
    return isEnd(reader) ? { value, comments: reader.comments } : undefined;
  } catch (error) {
    if (error === NotPlain) return undefined;
    throw error;
  }
}

interface Reader {
  readonly text: string;
  /** Offset of the line that is read. */
  line: number;
  /** Offset of the first word that is not read yet; the end of the text when there is none. */
  at: number;
  /** How far that word is indented. */
  column: number;
  depth: number;
  readonly comments: PlainComment[];
}

const isEnd = ({ text, at }: Reader): boolean => at >= text.length;

/** Goes to the first word at or behind the line that begins at `line`. */
function toContent(reader: Reader, line: number): void {
  const { text, comments } = reader;
  let start = line;
  while (start < text.length) {
    let at = start;
    while (text.charCodeAt(at) === SPACE) at += 1;
    const character = text.charCodeAt(at);
    if (character === HASH) comments.push({ start: at, end: lineEnd(text, at) });
    else if (character !== NEWLINE && at < text.length) {
      Object.assign(reader, { line: start, at, column: at - start });
      return;
    }
    start = lineEnd(text, at) + 1;
  }
  Object.assign(reader, { line: text.length, at: text.length, column: -1 });
}

const [SPACE, HASH, NEWLINE, DASH] = [32, 35, 10, 45];

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function isItem({ text, at }: Reader): boolean {
  const next = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === DASH && (next === SPACE || next === NEWLINE || at + 1 === text.length);
}

/** Far below what `yaml` accepts in this house. */
const MOST_DEPTH = 50;

function readBlock(reader: Reader): unknown {
  reader.depth += 1;
  if (reader.depth > MOST_DEPTH) throw NotPlain;
  const value = isItem(reader) ? readList(reader, reader.column) : readMap(reader, reader.column);
  reader.depth -= 1;
  return value;
}

function readMap(reader: Reader, column: number): Record<string, unknown> {
  const map: Record<string, unknown> = {};
  while (reader.column === column && !isItem(reader)) {
    const key = keyAt(reader.text, reader.at);
    if (!key || Object.hasOwn(map, key.name)) throw NotPlain;
    map[key.name] = readMember(reader, column, key.end);
  }
  return map;
}

/** What stands behind `key:`, on its line or below it. */
function readMember(reader: Reader, column: number, from: number): unknown {
  const at = skipSpaces(reader.text, from);
  if (!isBlank(reader.text, from, at)) return readInline(reader, at, column);
  toContent(reader, lineEnd(reader.text, at) + 1);
  if (reader.column > column || (reader.column === column && isItem(reader))) return readBlock(reader);
  return null;
}

function readList(reader: Reader, column: number): unknown[] {
  const list: unknown[] = [];
  while (reader.column === column && isItem(reader)) list.push(readItem(reader, column));
  return list;
}

function readItem(reader: Reader, column: number): unknown {
  const { text, line } = reader;
  const at = skipSpaces(text, reader.at + 1);
  if (isBlank(text, reader.at + 1, at)) {
    toContent(reader, lineEnd(text, at) + 1);
    return reader.column > column ? readBlock(reader) : null;
  }
  const inner: Reader = { ...reader, at };
  if (!isItem(inner) && !keyAt(text, at)) return readInline(reader, at, column);
  Object.assign(reader, { at, column: at - line });
  return readBlock(reader);
}

/** A value on the line of its key or dash. What is indented deeper below it would continue it. */
function readInline(reader: Reader, at: number, column: number): unknown {
  const { text } = reader;
  const block = blockText(text, at, column);
  const { value, end } = block ?? valueAt(text, at);
  const rest = skipSpaces(text, end);
  if (!block && !isBlank(text, end, rest)) throw NotPlain;
  toContent(reader, block ? end : lineEnd(text, rest) + 1);
  if (!block && reader.column > column) throw NotPlain;
  return value;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at += 1;
  return at;
}

/** Whether nothing but a comment follows; one has to be parted from what is before it. */
function isBlank(text: string, from: number, at: number): boolean {
  const character = text.charCodeAt(at);
  return at >= text.length || character === NEWLINE || (character === HASH && at > from);
}
