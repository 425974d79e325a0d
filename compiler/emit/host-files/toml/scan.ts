/** A valid TOML text → its headers and pairs with offsets (TOML 1.0.0). */
import { parse } from 'smol-toml';

export interface Statement {
  readonly kind: 'table' | 'array' | 'pair';
  /** As written: those of a pair are below the table it is in. */
  readonly keys: readonly string[];
  /** From the root. */
  readonly path: readonly string[];
  readonly start: number;
  /** The offset after its last character; a comment after it is not included. */
  readonly end: number;
}

export function scanToml(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  for (let at = nextToken(text, 0); at < text.length;) {
    const start = at;
    const isHeader = text[at] === '[';
    const isArray = isHeader && text[at + 1] === '[';
    const { keys, end } = readKeys(text, at + (isArray ? 2 : isHeader ? 1 : 0));
    if (isHeader) table = keys;
    const path = isHeader ? keys : [...table, ...keys];
    at = isHeader ? end + (isArray ? 2 : 1) : valueEnd(text, end + 1);
    statements.push({ kind: isArray ? 'array' : isHeader ? 'table' : 'pair', keys, path, start, end: at });
    at = nextToken(text, at);
  }
  return statements;
}

/** Over white space, line ends and comments. */
function nextToken(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text[at] === '#') at = endOfLine(text, at);
    else if (/\s/.test(text.charAt(at))) at += 1;
    else break;
  }
  return at;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

const KEY = /[ \t]*(?:([\w-]+)|("(?:[^"\\\n]|\\.)*"|'[^'\n]*'))[ \t]*/y;

/** Up to the `=` or `]` behind it. */
function readKeys(text: string, from: number): { readonly keys: readonly string[]; readonly end: number } {
  const keys: string[] = [];
  KEY.lastIndex = from;
  for (let match = KEY.exec(text); match; match = KEY.exec(text)) {
    const [whole, bare, quoted] = match;
    const end = match.index + whole.length;
    keys.push(bare ?? Object.keys(parse(`${quoted} = 0`))[0] ?? '');
    if (text[end] !== '.') return { keys, end };
    KEY.lastIndex = end + 1;
  }
  return { keys, end: from };
}

/** The offset after the value that starts after `from`: the end of its line, but not inside brackets and strings. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  let end = from;
  for (let at = from; at < text.length;) {
    const character = text.charAt(at);
    if (character === '\n' && depth === 0) break;
    if (character === '#') {
      at = endOfLine(text, at);
      continue;
    }
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    at = character === '"' || character === "'" ? stringEnd(text, at, character) : at + 1;
    if (!/\s/.test(character)) end = at;
  }
  return end;
}

function stringEnd(text: string, at: number, quote: string): number {
  const isLong = text.startsWith(quote.repeat(3), at);
  const close = isLong ? quote.repeat(3) : quote;
  let from = at + close.length;
  while (from < text.length && !text.startsWith(close, from)) from += quote === '"' && text[from] === '\\' ? 2 : 1;
  from += close.length;
  // Up to two quotes may be before the closing three.
  return isLong ? from + (/^(?:"{1,2}|'{1,2})/.exec(text.slice(from, from + 2))?.[0].length ?? 0) : from;
}
