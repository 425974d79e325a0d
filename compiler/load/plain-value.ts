/** The words of plain YAML: keys, scalars, lists and maps in brackets on one line, and blocks of text. */

/** Thrown for whatever is not plain; caught in `plain.ts` alone. */
export const NotPlain = Symbol('not plain');

interface Read<T> {
  readonly value: T;
  /** Offset behind it. */
  readonly end: number;
}

const KEY = /(?:([A-Za-z0-9_][\w./-]*)|"([^"\\\n]*)"|'([^'\n]*)'):(?=[ \n]|$)/y;
const NULL_WORDS = new Set(['', '~', 'null', 'Null', 'NULL']);

/** A key with its colon; longer ones, and those that are no texts, are not plain. */
export function keyAt(text: string, at: number): { readonly name: string; readonly end: number } | undefined {
  KEY.lastIndex = at;
  const [whole, plain, double, single] = KEY.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const name = plain ?? double ?? single ?? '';
  if (whole.length > 200 || name === '__proto__' || (plain !== undefined && NULL_WORDS.has(plain))) throw NotPlain;
  return { name, end: at + whole.length };
}

/** A scalar or a bracket that begins here; it ends on its line. */
export function valueAt(text: string, at: number): Read<unknown> {
  return bracketAt(text, at, 0) ?? quotedAt(text, at) ?? plainAt(text, at, LINE);
}

const DOUBLE = /"(?:[^"\\\n]|\\["\\/bfnrt])*"/y;
const SINGLE = /'((?:[^'\n]|'')*)'/y;

function quotedAt(text: string, at: number): Read<string> | undefined {
  const mark = text[at];
  if (mark === '"') {
    DOUBLE.lastIndex = at;
    const found = DOUBLE.exec(text)?.[0];
    if (found === undefined) throw NotPlain;
    const inner = found.slice(1, -1);
    return { value: inner.includes('\\') ? inner.replaceAll(/\\(.)/g, unescaped) : inner, end: at + found.length };
  }
  if (mark !== "'") return undefined;
  SINGLE.lastIndex = at;
  const [whole, inner = ''] = SINGLE.exec(text) ?? [];
  if (whole === undefined) throw NotPlain;
  return { value: inner.replaceAll("''", "'"), end: at + whole.length };
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescaped(_escape: string, character: string): string {
  return ESCAPES[character] ?? character;
}

/** Text without quotes: to the end of the line, and inside brackets to the next mark of theirs. A comment ends both. */
const LINE = /[^ \n]*(?: +(?!#)[^ \n]+)*/y;
const INSIDE = /[^ ,[\]{}\n]*(?: +(?!#)[^ ,[\]{}\n]+)*/y;
/** What a text without quotes cannot begin with, or would have to be told apart from a key or a list. */
const UNUSUAL = /^(?:[&*!|>%@`"'#,[\]{}]|[-?:](?: |$))|:(?: |$)/;

function plainAt(text: string, at: number, extent: RegExp): Read<unknown> {
  extent.lastIndex = at;
  const word = extent.exec(text)?.[0] ?? '';
  if (word === '' || UNUSUAL.test(word)) throw NotPlain;
  return { value: scalarOf(word), end: at + word.length };
}

/** By the core schema of YAML 1.2; numbers that are written unusually are not plain. */
function scalarOf(word: string): unknown {
  if (/^[-+.\d]/.test(word)) return numberOf(word);
  if (NULL_WORDS.has(word)) return null;
  if (/^(?:true|True|TRUE)$/.test(word)) return true;
  if (/^(?:false|False|FALSE)$/.test(word)) return false;
  return word;
}

const USUAL_NUMBER = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,5})\.\d{1,8})$/;
const ANY_NUMBER =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|0[ox][\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

function numberOf(word: string): unknown {
  if (USUAL_NUMBER.test(word) && !/^-0\.0*$/.test(word)) return Number(word);
  if (ANY_NUMBER.test(word)) throw NotPlain;
  return word;
}

const MOST_BRACKETS = 30;

function bracketAt(text: string, at: number, depth: number): Read<unknown> | undefined {
  const mark = text[at];
  if (mark !== '[' && mark !== '{') return undefined;
  if (depth > MOST_BRACKETS) throw NotPlain;
  return mark === '[' ? listAt(text, at, depth) : mapAt(text, at, depth);
}

function listAt(text: string, at: number, depth: number): Read<unknown[]> {
  const list: unknown[] = [];
  const end = members(text, at, ']', (from) => {
    const { value, end: behind } = memberAt(text, from, depth);
    list.push(value);
    return behind;
  });
  return { value: list, end };
}

function mapAt(text: string, at: number, depth: number): Read<Record<string, unknown>> {
  const map: Record<string, unknown> = {};
  const end = members(text, at, '}', (from) => {
    const key = keyAt(text, from);
    if (!key || Object.hasOwn(map, key.name)) throw NotPlain;
    const { value, end: behind } = memberAt(text, spaces(text, key.end), depth);
    map[key.name] = value;
    return behind;
  });
  return { value: map, end };
}

function memberAt(text: string, at: number, depth: number): Read<unknown> {
  return bracketAt(text, at, depth + 1) ?? quotedAt(text, at) ?? plainAt(text, at, INSIDE);
}

/** Reads the members of a bracket, each with `read`; gives the offset behind the closing mark. */
function members(text: string, open: number, close: string, read: (from: number) => number): number {
  let at = spaces(text, open + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = spaces(text, read(at));
    if (text[at] === close) return at + 1;
    if (text[at] !== ',' || text[at + 1] !== ' ') throw NotPlain;
    at = spaces(text, at + 1);
  }
}

function spaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at;
}

const HEADER = /([|>])(-?) *\n/y;

/** A block of text under `|` or `>` in the plainest form: no blank first line, no folding around blank or deeper lines. */
export function blockText(text: string, at: number, column: number): Read<string> | undefined {
  HEADER.lastIndex = at;
  const [whole, style, strip] = HEADER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const start = at + whole.length;
  const indent = spaces(text, start) - start;
  if (indent <= column || text[start + indent] === '\n' || start + indent >= text.length) throw NotPlain;
  const lines: string[] = [];
  let line = start;
  while (line < text.length) {
    const end = text.indexOf('\n', line) < 0 ? text.length : text.indexOf('\n', line);
    const first = spaces(text, line);
    if (first >= end ? end - line > indent : first - line > column && first - line < indent) throw NotPlain;
    if (first < end && first - line < indent) break;
    lines.push(text.slice(line + indent, end));
    line = end + 1;
  }
  return { value: joined(lines, style === '>') + (strip === '-' ? '' : '\n'), end: Math.min(line, text.length) };
}

function joined(lines: readonly string[], fold: boolean): string {
  let last = lines.length;
  while (lines[last - 1] === '') last -= 1;
  const content = lines.slice(0, last);
  if (fold && content.some((line) => line === '' || line.startsWith(' '))) throw NotPlain;
  return content.join(fold ? ' ' : '\n');
}
