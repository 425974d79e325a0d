/** Reads usual YAML fast: block maps and lists, one-line values, anchors and aliases. `yaml` reads the rest (ADR 9). */
import type { Json } from '@haft/runtime/language';
import { type Build, MAX_ALIAS_NODES } from './build.ts';
import { type Source, Unsupported, anchorAt, addAnchor, blockText, keyAt, nodeAt, spaces } from './fast-yaml-value.ts';

/** A comment that has its line for itself, by offsets. */
interface OwnLineComment {
  readonly start: number;
  readonly end: number;
}

interface FastDocument<N> {
  readonly root: N;
  readonly comments: readonly OwnLineComment[];
  readonly items: WrittenItems<N>;
}

/** The items of the outermost lists of a text, by how they are written; offsets of their comments are from there. */
export type WrittenItems<N> = ReadonlyMap<string, WrittenItem<N>>;

interface WrittenItem<N> {
  readonly node: N;
  readonly comments: readonly OwnLineComment[];
}

/**
 * The single document of a text, exactly as `yaml` reads it; undefined where the text is unusual: several documents,
 * tags, tabs, values over several lines, repeated keys or anchors, mistakes. A property test holds both readers equal.
 */
export function readFast<N>(text: string, build: Build<N>, before?: WrittenItems<N>): FastDocument<N> | undefined {
  if (text.includes('\t') || text.includes('\r') || text.includes('\ufeff')) return undefined;
  const reader: Reader<N> = {
    text,
    build,
    anchors: new Map(),
    line: 0,
    at: 0,
    column: 0,
    depth: 0,
    comments: [],
    items: new Map(),
    before: new Map(before),
  };
  try {
    toContent(reader, 0);
    if (reader.column !== 0 || isEnd(reader) || isItem(text, reader.at)) return undefined;
    const root = readMap(reader, 0);
    return isEnd(reader) ? { root, comments: reader.comments, items: reader.items } : undefined;
  } catch (error) {
    if (error === Unsupported) return undefined;
    throw error;
  }
}

/** The values of a text; undefined where `readFast` returns undefined. An item of the text `before` is the same object again. */
export function readFastValue(text: string, before?: WrittenItems<Json>): FastDocument<Json> | undefined {
  let copied = 0;
  const copy = (value: Json): Json => {
    copied += 1;
    // Aliases would make the document many times as large.
    if (copied > MAX_ALIAS_NODES) throw Unsupported;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
  };
  return readFast(text, { ...VALUES, alias: copy }, before);
}

const VALUES: Omit<Build<Json>, 'alias'> = {
  scalar: (value) => value,
  list() {
    const list: Json[] = [];
    return { add: (item) => void list.push(item), close: () => list };
  },
  map() {
    const map: Record<string, Json> = {};
    const add = (key: string, _start: number, _end: number, value: Json): Json => (map[key] = value);
    return { has: (key) => Object.hasOwn(map, key), add, close: () => map };
  },
};

interface Reader<N> extends Source<N> {
  /** Offset of the line that is read. */
  line: number;
  /** Offset of the first word that is not read yet, or the end of the text. */
  at: number;
  /** How far that word is indented. */
  column: number;
  depth: number;
  readonly comments: OwnLineComment[];
  readonly items: Map<string, WrittenItem<N>>;
  /** Of the text before, those that are not in this one yet. */
  readonly before: Map<string, WrittenItem<N>>;
}

const isEnd = <N>({ text, at }: Reader<N>): boolean => at >= text.length;

/** Moves to the first word at or after the line that starts at `line`. */
function toContent<N>(reader: Reader<N>, line: number): void {
  const { text, comments } = reader;
  let start = line;
  while (start < text.length) {
    const at = spaces(text, start);
    const character = text.charCodeAt(at);
    if (character === HASH) comments.push({ start: at, end: lineEnd(text, at) });
    else if (character !== NEWLINE && at < text.length) {
      reader.line = start;
      reader.at = at;
      reader.column = at - start;
      return;
    }
    start = lineEnd(text, at) + 1;
  }
  reader.line = text.length;
  reader.at = text.length;
  reader.column = -1;
}

const [SPACE, HASH, NEWLINE, DASH] = [32, 35, 10, 45];

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function isItem(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === DASH && (next === SPACE || next === NEWLINE || at + 1 === text.length);
}

/** Far below what `yaml` accepts here. */
const MAX_DEPTH = 50;

function readBlock<N>(reader: Reader<N>): N {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw Unsupported;
  const list = isItem(reader.text, reader.at);
  const node = list ? readList(reader, reader.column) : readMap(reader, reader.column);
  reader.depth -= 1;
  return node;
}

function readMap<N>(reader: Reader<N>, column: number): N {
  const { text } = reader;
  const map = reader.build.map(reader.at);
  while (reader.column === column && !isItem(text, reader.at)) {
    const { at } = reader;
    const key = keyAt(text, at);
    if (!key || map.has(key.name)) throw Unsupported;
    map.add(key.name, at, key.end - 1, readMember(reader, column, key.end));
  }
  return map.close(reader.at);
}

/** What follows `key:`, on its line or below it. */
function readMember<N>(reader: Reader<N>, column: number, from: number): N {
  const { text } = reader;
  const { anchor, at } = anchorAt(reader, spaces(text, from));
  if (!isBlank(text, from, at)) return addAnchor(reader, anchor, readInline(reader, at, column));
  toContent(reader, lineEnd(text, at) + 1);
  if (reader.column > column || (reader.column === column && isItem(text, reader.at)))
    return addAnchor(reader, anchor, readBlock(reader));
  // An anchor of nothing, and a comment between it and its node, are unusual.
  if (anchor !== undefined) throw Unsupported;
  return reader.build.scalar(null, from, from);
}

function readList<N>(reader: Reader<N>, column: number): N {
  const list = reader.build.list(reader.at);
  const read = reader.depth === 1 ? outermostItem : readItem;
  while (reader.column === column && isItem(reader.text, reader.at)) list.add(read(reader, column));
  return list.close(reader.at);
}

function outermostItem<N>(reader: Reader<N>, column: number): N {
  const { text, line, comments, items, before } = reader;
  const written = text.slice(line, itemEnd(text, line, column));
  const item = before.get(written);
  if (item) {
    before.delete(written);
    items.set(written, item);
    for (const { start, end } of item.comments) comments.push({ start: line + start, end: line + end });
    toContent(reader, line + written.length);
    return item.node;
  }
  const count = comments.length;
  const node = readItem(reader, column);
  const own = comments.slice(count).map(({ start, end }) => ({ start: start - line, end: end - line }));
  // With an anchor it means something else in another text.
  if (reader.anchors.size === 0) items.set(written, { node, comments: own });
  return node;
}

/** The next line with a word that is not deeper than the dash. */
function itemEnd(text: string, line: number, column: number): number {
  for (let start = lineEnd(text, line) + 1; start < text.length; start = lineEnd(text, start) + 1) {
    const at = spaces(text, start);
    const character = text.charCodeAt(at);
    if (at - start <= column && character !== NEWLINE && character !== HASH) return start;
  }
  return text.length;
}

function readItem<N>(reader: Reader<N>, column: number): N {
  const { text, line } = reader;
  const from = reader.at + 1;
  const { anchor, at } = anchorAt(reader, spaces(text, from));
  if (isBlank(text, from, at)) {
    toContent(reader, lineEnd(text, at) + 1);
    if (reader.column > column) return addAnchor(reader, anchor, readBlock(reader));
    if (anchor !== undefined) throw Unsupported;
    return reader.build.scalar(null, at, at);
  }
  if (!isItem(text, at) && !keyAt(text, at)) return addAnchor(reader, anchor, readInline(reader, at, column));
  // Before a key on the same line the anchor would be that of the key.
  if (anchor !== undefined) throw Unsupported;
  reader.at = at;
  reader.column = at - line;
  return readBlock(reader);
}

/** A value on the line of its key or dash. What is indented deeper below it would continue it. */
function readInline<N>(reader: Reader<N>, at: number, column: number): N {
  const { text, build } = reader;
  const block = blockText(text, at, column);
  const { value, end } = block ? { ...block, value: build.scalar(block.value, at, block.textEnd) } : nodeAt(reader, at);
  const rest = spaces(text, end);
  if (!block && !isBlank(text, end, rest)) throw Unsupported;
  toContent(reader, block ? end : lineEnd(text, rest) + 1);
  if (!block && reader.column > column) throw Unsupported;
  return value;
}

/** Whether only a comment follows, separated by a space. */
function isBlank(text: string, from: number, at: number): boolean {
  const character = text.charCodeAt(at);
  return at >= text.length || character === NEWLINE || (character === HASH && at > from);
}
