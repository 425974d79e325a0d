/** The parts of usual YAML: keys, scalars, lists and maps in brackets on one line, anchors, aliases, and block scalars. */
import type { Build } from './build.ts';

/** Thrown for unusual YAML; caught only in `fast-yaml.ts`. */
export const Unsupported = Symbol('unsupported');

interface Read<T> {
  readonly value: T;
  /** Offset behind it. */
  readonly end: number;
}

const KEY = /(?:([A-Za-z0-9_][\w./-]*)|"([^"\\\n]*)"|'([^'\n]*)'):(?=[ \n]|$)/y;
const NULL_WORDS = new Set(['', '~', 'null', 'Null', 'NULL']);

/** A key with its colon; longer ones, and those that are not strings, are unusual. */
export function keyAt(text: string, at: number): { readonly name: string; readonly end: number } | undefined {
  KEY.lastIndex = at;
  const [whole, plain, double, single] = KEY.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const name = plain ?? double ?? single ?? '';
  if (whole.length > 200 || name === '__proto__' || (plain !== undefined && NULL_WORDS.has(plain))) throw Unsupported;
  return { name, end: at + whole.length };
}

/** What is read, what it makes, and the nodes that have a name by now. */
export interface Source<N> {
  readonly text: string;
  readonly build: Build<N>;
  readonly anchors: Map<string, N>;
}

const ANCHOR = /&([\w-]+)(?=[ \n])/y;
const ALIAS = /\*([\w-]+)(?=[ \n,\]}]|$)/y;

/** An anchor that starts here, and the offset of what follows it. */
export function anchorAt<N>({ text }: Source<N>, at: number): { readonly anchor?: string; readonly at: number } {
  if (text[at] !== '&') return { at };
  ANCHOR.lastIndex = at;
  const [whole, anchor] = ANCHOR.exec(text) ?? [];
  if (whole === undefined || anchor === undefined) throw Unsupported;
  const next = spaces(text, at + whole.length);
  // A comment, an alias and a second anchor cannot be named.
  if ('#*&'.includes(text[next] ?? '#')) throw Unsupported;
  return { anchor, at: next };
}

/** Gives a node its name; the node is complete, so that it cannot hold itself. */
export function addAnchor<N>({ anchors }: Source<N>, anchor: string | undefined, node: N): N {
  if (anchor === undefined) return node;
  if (anchors.has(anchor)) throw Unsupported;
  anchors.set(anchor, node);
  return node;
}

/** A scalar, alias or bracket that starts here and ends on its line. */
export function nodeAt<N>(source: Source<N>, at: number): Read<N> {
  return inlineAt(source, at, 0, LINE);
}

function inlineAt<N>(source: Source<N>, at: number, depth: number, extent: RegExp): Read<N> {
  const { text, build } = source;
  const mark = text[at];
  if (mark === '[' || mark === '{') {
    if (depth > MAX_BRACKETS) throw Unsupported;
    return mark === '[' ? listAt(source, at, depth) : mapAt(source, at, depth);
  }
  if (mark === '*') return aliasAt(source, at);
  const { value, end } = quotedAt(text, at) ?? plainAt(text, at, extent);
  return { value: build.scalar(value, at, end), end };
}

function aliasAt<N>({ text, build, anchors }: Source<N>, at: number): Read<N> {
  ALIAS.lastIndex = at;
  const [whole, name = ''] = ALIAS.exec(text) ?? [];
  const target = anchors.get(name);
  if (whole === undefined || target === undefined) throw Unsupported;
  const end = at + whole.length;
  return { value: build.alias(target, at, end), end };
}

const DOUBLE = /"(?:[^"\\\n]|\\["\\/bfnrt])*"/y;
const SINGLE = /'((?:[^'\n]|'')*)'/y;

function quotedAt(text: string, at: number): Read<string> | undefined {
  const mark = text[at];
  if (mark === '"') {
    DOUBLE.lastIndex = at;
    const literal = DOUBLE.exec(text)?.[0];
    if (literal === undefined) throw Unsupported;
    const inner = literal.slice(1, -1);
    return {
      value: inner.includes('\\') ? inner.replaceAll(/\\(.)/g, unescapeCharacter) : inner,
      end: at + literal.length,
    };
  }
  if (mark !== "'") return undefined;
  SINGLE.lastIndex = at;
  const [whole, inner = ''] = SINGLE.exec(text) ?? [];
  if (whole === undefined) throw Unsupported;
  return { value: inner.replaceAll("''", "'"), end: at + whole.length };
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescapeCharacter(_escape: string, character: string): string {
  return ESCAPES[character] ?? character;
}

/** Text without quotes: to the end of the line, and inside brackets to the next mark of theirs. A comment ends both. */
const LINE = /[^ \n]*(?: +(?!#)[^ \n]+)*/y;
const INSIDE = /[^ ,[\]{}\n]*(?: +(?!#)[^ ,[\]{}\n]+)*/y;
/** Characters that a plain scalar cannot start with, or that could mean a key or a list. */
const UNUSUAL = /^(?:[&*!|>%@`"'#,[\]{}]|[-?:](?: |$))|:(?: |$)/;

type Scalar = string | number | boolean | null;

function plainAt(text: string, at: number, extent: RegExp): Read<Scalar> {
  extent.lastIndex = at;
  const word = extent.exec(text)?.[0] ?? '';
  if (word === '' || UNUSUAL.test(word)) throw Unsupported;
  return { value: scalarOf(word), end: at + word.length };
}

/** By the core schema of YAML 1.2; numbers that are written unusually are left to `yaml`. */
function scalarOf(word: string): Scalar {
  if (/^[-+.\d]/.test(word)) return numberOf(word);
  if (NULL_WORDS.has(word)) return null;
  if (/^(?:true|True|TRUE)$/.test(word)) return true;
  if (/^(?:false|False|FALSE)$/.test(word)) return false;
  return word;
}

const USUAL_NUMBER = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,5})\.\d{1,8})$/;
const ANY_NUMBER =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|0[ox][\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

function numberOf(word: string): Scalar {
  if (USUAL_NUMBER.test(word) && !/^-0\.0*$/.test(word)) return Number(word);
  if (ANY_NUMBER.test(word)) throw Unsupported;
  return word;
}

const MAX_BRACKETS = 30;

function listAt<N>(source: Source<N>, at: number, depth: number): Read<N> {
  const list = source.build.list(at);
  const end = members(source.text, at, ']', (from) => {
    const { value, end: behind } = memberAt(source, from, depth);
    list.add(value);
    return behind;
  });
  return { value: list.close(end), end };
}

function mapAt<N>(source: Source<N>, at: number, depth: number): Read<N> {
  const { text, build } = source;
  const map = build.map(at);
  const end = members(text, at, '}', (from) => {
    const key = keyAt(text, from);
    if (!key || map.has(key.name)) throw Unsupported;
    const { value, end: behind } = memberAt(source, spaces(text, key.end), depth);
    map.add(key.name, from, key.end - 1, value);
    return behind;
  });
  return { value: map.close(end), end };
}

function memberAt<N>(source: Source<N>, from: number, depth: number): Read<N> {
  const { anchor, at } = anchorAt(source, from);
  const { value, end } = inlineAt(source, at, depth + 1, INSIDE);
  return { value: addAnchor(source, anchor, value), end };
}

/** Reads the members of a bracket, each with `read`; returns the offset after the closing mark. */
function members(text: string, open: number, close: string, read: (from: number) => number): number {
  let at = spaces(text, open + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = spaces(text, read(at));
    if (text[at] === close) return at + 1;
    if (text[at] !== ',' || text[at + 1] !== ' ') throw Unsupported;
    at = spaces(text, at + 1);
  }
}

/** The offset behind all spaces that start here. */
export function spaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at += 1;
  return at;
}

const HEADER = /([|>])(-?) *\n/y;

interface Block extends Read<string> {
  /** Offset behind its last line that is not blank. */
  readonly textEnd: number;
}

/** A block of text under `|` or `>` in the plainest form: no blank first line, no folding around blank or deeper lines. */
export function blockText(text: string, at: number, column: number): Block | undefined {
  HEADER.lastIndex = at;
  const [whole, style, strip] = HEADER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const start = at + whole.length;
  const indent = spaces(text, start) - start;
  if (indent <= column || text[start + indent] === '\n' || start + indent >= text.length) throw Unsupported;
  const lines: string[] = [];
  let line = start;
  let textEnd = start;
  while (line < text.length) {
    const end = text.indexOf('\n', line) < 0 ? text.length : text.indexOf('\n', line);
    const first = spaces(text, line);
    if (first >= end ? end - line > indent : first - line > column && first - line < indent) throw Unsupported;
    if (first < end && first - line < indent) break;
    lines.push(text.slice(line + indent, end));
    line = end + 1;
    if (first < end) textEnd = Math.min(line, text.length);
  }
  return {
    value: joinBlock(lines, style === '>') + (strip === '-' ? '' : '\n'),
    end: Math.min(line, text.length),
    textEnd,
  };
}

function joinBlock(lines: readonly string[], fold: boolean): string {
  let last = lines.length;
  while (lines[last - 1] === '') last -= 1;
  const content = lines.slice(0, last);
  if (fold && content.some((line) => line === '' || line.startsWith(' '))) throw Unsupported;
  return content.join(fold ? ' ' : '\n');
}
