/** A text as clauses of words, each with its place: what signals of orders are looked for in. In time linear in the text. */

import { regex } from '../../../base/word-lists.ts';

export interface Token {
  /** In lower case, with plain apostrophes; an address or a path as it is. */
  readonly word: string;
  readonly kind: 'word' | 'address' | 'path' | 'keys';
  readonly start: number;
  readonly end: number;
  /** Whether it is the first of a clause, or behind a comma, a dash or a bracket. */
  readonly opens: boolean;
  /** In quotation marks or backticks, or in a fence: shown, not said. */
  readonly quoted: 'inline' | 'fence' | undefined;
}

export type Clause = readonly Token[];

export function clausesOf(text: string): readonly Clause[] {
  const quotes = quotedRanges(text);
  const clauses: Token[][] = [];
  let current: Token[] = [];
  let [quote, last] = [0, 0];
  const end = (): void => {
    if (current.length > 0) clauses.push(current);
    current = [];
  };
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    if (isBreak(text.slice(last, index), chunk)) end();
    last = index + chunk.length;
    for (const token of tokensOf(chunk, index)) {
      while ((quotes[quote]?.end ?? Infinity) <= token.start) quote += 1;
      const around = quotes[quote];
      const quoted = around && around.start <= token.start ? around.kind : undefined;
      const opens = current.length === 0 || /[,(<>—–-]/.test(text.slice(current.at(-1)?.end, token.start));
      current.push({ ...token, opens, quoted });
    }
    if (ENDED.test(chunk)) end();
  }
  end();
  const outside = clauses.flat().filter(({ quoted }) => quoted !== 'inline');
  return outside.length >= MIN_OUTSIDE
    ? clauses
    : clauses.map((clause) => clause.map((one) => ({ ...one, quoted: undefined })));
}

const ENDED = /[.!?:;]["'”’)\]*_`]?["'”’)\]*_`]?$/;

/** An empty line, an item of a list, a heading. */
function isBreak(gap: string, next: string): boolean {
  const lines = gap.split('\n').length - 1;
  return lines > 1 || (lines === 1 && /^(?:[-*+•|>]|#{1,6}|\d{1,3}[.)])$/.test(next));
}

/** Words outside of quotation marks that make a text one that quotes. */
const MIN_OUTSIDE = 3;

type Found = Omit<Token, 'opens' | 'quoted'>;

function tokensOf(chunk: string, index: number): Found[] {
  const bare = chunk.replace(/^[<("'“‘`*[{]{1,8}/, '');
  const start = index + chunk.length - bare.length;
  const whole = bare.replace(/[>)"'”’`*\]}.,;:!?]{1,8}$/, '');
  const kind = kindOf(whole);
  if (kind !== 'word') return [{ word: whole.toLowerCase(), kind, start, end: start + whole.length }];
  return wordsIn(chunk).map(({ word, length, at }) => ({ word, kind, start: index + at, end: index + at + length }));
}

interface PlainWord extends Pick<Token, 'word'> {
  readonly at: number;
  readonly length: number;
}

export function wordsIn(text: string): readonly PlainWord[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}]+)*/gu)].map(({ 0: word, index: at }) => {
    return { word: word.normalize('NFKC').toLowerCase().replaceAll('’', "'"), at, length: word.length };
  });
}

function kindOf(text: string): Token['kind'] {
  if (/^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(text) || /^[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}$/.test(text))
    return 'address';
  if (KEYS.test(text)) return 'keys';
  return /^(?:~|\.{0,2}\/|\.[a-z])/i.test(text) && text.length > 2 ? 'path' : 'word';
}

/** Files of keys and of accounts; public halves are none. */
const KEYS = regex('i')`
  ^(?!.*\.pub$)(?!.*\/(?:config|known_hosts)$)[^\s]*(?:
    (?:^|\/)\.(?:ssh|gnupg|netrc|pgpass)\b|\bid_(?:rsa|ed25519|ecdsa)|\.aws\/credentials|\/etc\/(?:passwd|shadow)|\bmcp\.json|
    keychain|wallet\.dat|~\/(?:secrets|\.cursor|\.claude\.json)
  )
`;

interface Quote {
  readonly kind: 'inline' | 'fence';
  readonly start: number;
  readonly end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '`': '`', "'": "'", '‘': '’' };

/** Longer ones are quotation marks that do not belong together. */
const MAX_QUOTE = 400;

function quotedRanges(text: string): Quote[] {
  const quotes: Quote[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const fence = (at === 0 || text[at - 1] === '\n') && /^ {0,3}(`{3,9}|~{3,9})/.exec(text.slice(at, at + 14))?.[1];
    const quote = fence ? fenceAt(text, at, fence) : quoteAt(text, at);
    if (quote === undefined) continue;
    quotes.push(quote);
    at = quote.end - 1;
  }
  return quotes;
}

/** One that is not closed ends with the text. */
function fenceAt(text: string, start: number, mark: string): Quote {
  const close = text.indexOf(`\n${mark}`, start + mark.length);
  return { kind: 'fence', start, end: close === -1 ? text.length : close + mark.length + 1 };
}

function quoteAt(text: string, start: number): Quote | undefined {
  const close = CLOSING[text.charAt(start)];
  if (close === undefined) return undefined;
  const isApostrophe = close === "'" || close === '’';
  if (isApostrophe && isLetter(text.charAt(start - 1))) return undefined;
  const inside = text.slice(start + 1, start + 1 + MAX_QUOTE);
  const length = inside.indexOf(close);
  if (length < 1 || inside.slice(0, length).includes('\n\n')) return undefined;
  if (isApostrophe && isLetter(text.charAt(start + 2 + length))) return undefined;
  return { kind: 'inline', start, end: start + length + 2 };
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
