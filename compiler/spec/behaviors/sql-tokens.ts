/** The tokens of a SQL statement, as PostgreSQL reads them, with the variables of a template among them. */
import { templateVariables } from './variables.ts';
import { memoizeBy, memoizeText } from '../../base/memo.ts';

/** `open`: a quote or comment without end. */
type TokenKind = 'word' | 'name' | 'string' | 'number' | 'comment' | 'mark' | 'variable' | 'open';

export interface SqlToken {
  readonly kind: TokenKind;
  readonly text: string;
  /** Of parentheses around it. */
  readonly depth: number;
  /** Whether white space or a comment is before it. */
  readonly isApart: boolean;
}

/** In the order in which they are tried; each alternative is one kind of token, a quote without its end as well. */
const TOKEN =
  /(?<space>\s+)|(?<comment>--[^\n]*)|(?<block>\/\*)|(?<dollar>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)|(?<string>(?<escaped>[eE])?'|[bBxXnN]'|[uU]&')|(?<name>"|`|[uU]&")|(?<variable>\{\w+(?:\.\w+)*(?:\|[^{}]*)?\})|(?<placeholder>\$\d+|(?<![:\w])[:@$][A-Za-z_]\w*|\?\d*)|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<number>\d[\w.]*)|(?<mark>::|:=|\{\{|\}\}|[^])/y;

/** Every text has tokens: what is no SQL is marks. */
export const sqlTokens = memoizeText((text: string): readonly SqlToken[] => {
  const tokens: SqlToken[] = [];
  let depth = 0;
  let isApart = false;
  for (let at = 0; at < text.length;) {
    const { kind, end } = tokenAt(text, at);
    const token = text.slice(at, end);
    at = end;
    if (kind === 'space') isApart = true;
    else {
      if (token === ')') depth -= 1;
      tokens.push({ kind, text: token, depth, isApart });
      if (token === '(') depth += 1;
      isApart = kind === 'comment';
    }
  }
  return tokens;
});

/** Most of a statement; a letter before a quote is part of a string. */
const FREQUENT = /(\s+)|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;

function tokenAt(text: string, at: number): { readonly kind: TokenKind | 'space'; readonly end: number } {
  FREQUENT.lastIndex = at;
  const frequent = FREQUENT.exec(text);
  const next = at + (frequent?.[0].length ?? 0);
  if (frequent && !(next === at + 1 && /['&]/.test(text.charAt(next))))
    return { kind: frequent[1] === undefined ? 'word' : 'space', end: next };
  TOKEN.lastIndex = at;
  const groups = TOKEN.exec(text)?.groups ?? {};
  const end = TOKEN.lastIndex;
  const { dollar, string, escaped, name, block } = groups;
  if (block !== undefined) return closed('comment', endOfComment(text, at));
  if (dollar !== undefined) return closed('string', endOfText(text, end, dollar));
  if (string !== undefined) return closed('string', endOfQuote(text, end, "'", escaped !== undefined));
  if (name !== undefined) return closed('name', endOfQuote(text, end, name.slice(-1), false));
  const [kind = 'mark'] = KINDS.find((one) => groups[one[1]] !== undefined) ?? [];
  return { kind, end };

  function closed(kindOf: TokenKind, position: number): { readonly kind: TokenKind; readonly end: number } {
    return position < 0 ? { kind: 'open', end: text.length } : { kind: kindOf, end: position };
  }
}

const KINDS = [
  ['space', 'space'],
  ['comment', 'comment'],
  ['variable', 'variable'],
  ['mark', 'placeholder'],
  ['word', 'word'],
  ['number', 'number'],
] as const;

/** A name or string without its quotes, of which two are one inside; other texts are the same. */
export function unquote(text: string): string {
  const mark = text.charAt(0);
  return /["'`]/.test(mark) ? text.slice(1, -1).replaceAll(mark + mark, mark) : text;
}

function endOfText(text: string, start: number, mark: string): number {
  const position = text.indexOf(mark, start);
  return position < 0 ? -1 : position + mark.length;
}

/** Two of the mark are one inside; a backslash means something only where the string says so. */
function endOfQuote(text: string, start: number, mark: string, escapes: boolean): number {
  for (let at = start; at < text.length; at += 1) {
    if (escapes && text[at] === '\\') at += 1;
    else if (text[at] === mark) {
      if (text[at + 1] !== mark) return at + 1;
      at += 1;
    }
  }
  return -1;
}

/** Comments are nested. */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  for (const match of text.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return start + match.index + 2;
  }
  return -1;
}

export interface SqlWord extends SqlToken {
  /** A name in lower case, or as it is quoted; undefined for what is no name. */
  readonly name: string | undefined;
  /** In lower case where it is no quoted name. */
  readonly key: string;
}

/** Without comments. */
export const wordsOf = memoizeBy((tokens: readonly SqlToken[]): readonly SqlWord[] =>
  tokens.filter(({ kind }) => kind !== 'comment').map(toWord),
);

export function toWord(token: SqlToken): SqlWord {
  const { kind, text } = token;
  if (kind === 'word') return { ...token, name: text.toLowerCase(), key: text.toLowerCase() };
  if (kind !== 'name' || /^u&/i.test(text)) return { ...token, name: undefined, key: text };
  return { ...token, name: unquote(text), key: text };
}

/** Without comments, and with one blank where there was any space: what the database is sent, and what a version is compared by. */
export function plainStatement(text: string): string {
  const [first, ...rest] = wordsOf(sqlTokens(text));
  return [first?.text ?? '', ...rest.map((token) => `${token.isApart ? ' ' : ''}${token.text}`)].join('');
}

/** Variables inside of a token: in quotes and comments no value is bound. */
export function variablesIn({ kind, text }: SqlToken): string[] {
  if (kind === 'word' || kind === 'number' || kind === 'mark' || kind === 'variable') return [];
  return templateVariables(text).map(({ offset, length }) => text.slice(offset, offset + length));
}
