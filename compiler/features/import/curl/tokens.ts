/** Words of a POSIX or Windows shell line (quotes, escapes and variables; nothing is ever run or substituted), and the flags and headers of curl that Haft ignores or rejects. */
import { wordSet } from '../../../base/word-lists.ts';

/** A word with its variables, each as `\uE000NAME\uE001`; no text has these characters, since they are taken out first. */
type Word = string;

interface Line {
  readonly words: readonly Word[];
  /** What comes behind `|`, `;`, `&` or a redirection. */
  readonly rest?: string;
}

const START = '\uE000';
const END = '\uE001';

/** The words of one command, or why they cannot be told. */
export function wordsOfLine(raw: string): Line | { readonly problem: string } {
  const text = raw.replaceAll(/[\uE000\uE001]/g, '').replaceAll('\r\n', '\n');
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const add = (piece: string): void => {
    word = (word ?? '') + piece;
  };
  const close = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  while (at < text.length) {
    const rest = text.slice(at);
    const piece = pieceOf(rest);
    if (piece === undefined) return { problem: problemAt(rest) };
    at += piece.length;
    if (piece.kind === 'blank') close();
    else if (piece.kind === 'text') add(piece.text);
    else if (piece.kind === 'end') {
      close();
      const remainder = text.slice(at).trim();
      if (remainder !== '') return { words, rest: `${rest.slice(0, piece.length).trim()} ${remainder}`.trim() };
      return { words };
    }
  }
  close();
  return { words };
}

type Piece =
  | { readonly kind: 'blank'; readonly length: number }
  | { readonly kind: 'end'; readonly length: number }
  | { readonly kind: 'text'; readonly text: string; readonly length: number };

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '', a: '', b: '', f: '', v: '' };

/** The next piece of the line; undefined if it cannot be read. */
function pieceOf(rest: string): Piece | undefined {
  const [continued] = /^\\\n/.exec(rest) ?? [];
  if (continued !== undefined) return { kind: 'blank', length: 2 };
  if (/^[ \t]/.test(rest)) return { kind: 'blank', length: 1 };
  if (/^(?:[|;&<>]|\d>|\n)/.test(rest)) return { kind: 'end', length: 1 };
  const [ansi, escaped = ''] = /^\$'((?:[^'\\]|\\[^])*)'/.exec(rest) ?? [];
  if (ansi !== undefined) return { kind: 'text', text: unescapeAnsi(escaped), length: ansi.length };
  const [single, inside = ''] = /^'([^']*)'/.exec(rest) ?? [];
  if (single !== undefined) return { kind: 'text', text: inside, length: single.length };
  const [double, quoted = ''] = /^"((?:[^"\\]|\\[^])*)"/.exec(rest) ?? [];
  if (double !== undefined) {
    const text = expandQuoted(quoted);
    return text === undefined ? undefined : { kind: 'text', text, length: double.length };
  }
  const [variable, plain, braced] = VARIABLE.exec(rest) ?? [];
  if (variable !== undefined) return { kind: 'text', text: markName(plain ?? braced ?? ''), length: variable.length };
  const [, character] = /^\\([^])/.exec(rest) ?? [];
  if (character !== undefined) return { kind: 'text', text: character, length: 2 };
  if (/^["'`\\]|^\$[({]/.test(rest)) return undefined;
  return { kind: 'text', text: rest.charAt(0), length: 1 };
}

const VARIABLE = /^\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)(?::?[-?+][^{}]*)?\})/;

export function markName(name: string): string {
  return `${START}${name}${END}`;
}

/** Inside double quotes only some characters can be escaped. */
function expandQuoted(text: string): string | undefined {
  let result = '';
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const [variable, plain, braced] = VARIABLE.exec(rest) ?? [];
    const [escape, character = ''] = /^\\([$`"\\\n])/.exec(rest) ?? [];
    if (/^(?:`|\$\()/.test(rest)) return undefined;
    if (variable !== undefined) result += markName(plain ?? braced ?? '');
    else if (escape === undefined) result += rest.charAt(0);
    else result += character === '\n' ? '' : character;
    at += variable?.length ?? escape?.length ?? 1;
  }
  return result;
}

function unescapeAnsi(text: string): string {
  return text.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/g,
    (_all, wide?: string, short?: string, one?: string) => {
      const code = wide ?? short;
      if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
      return one === undefined ? '' : (ESCAPES[one] ?? one);
    },
  );
}

function problemAt(rest: string): string {
  const [first = ''] = rest;
  if (/^\$[({]|^`/.test(rest)) return 'It runs a command or an expression of the shell in `$(…)` or backticks.';
  if (/^["']/.test(rest) && !/^"(?:[^"\\]|\\[^])*"/.test(rest)) return `A quote ${first} is not closed.`;
  return 'It runs a command of the shell inside double quotes, or ends with a backslash.';
}

export function hasVariable(text: string): boolean {
  return text.includes(START);
}

/** The text with its variables as `make` writes them, and everything else as `keep` does. */
export function withVariables(text: string, make: (name: string) => string, keep: (text: string) => string): string {
  return text
    .split(/(\uE000\w+\uE001)/)
    .map((part) => (part.startsWith(START) ? make(part.slice(1, -1)) : keep(part)))
    .join('');
}

/** Undefined where the line is none. */
export function posixOfWindows(line: string): string | undefined {
  if (!/\^(?:\r?\n|")/.test(line)) return undefined;
  const text = line
    .replaceAll('\r\n', '\n')
    // A line end is only text where another one follows it.
    .replaceAll(/\^\n\n/g, '\n')
    .replaceAll(/\^\n/g, ' ')
    .replaceAll(/\^([^])/g, '$1');
  let result = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (isQuoted && /^(?:\\["\\]|"")$/.test(character + next)) {
      result += posixText(next);
      at += 1;
    } else if (character === '"') {
      isQuoted = !isQuoted;
      result += "'";
    } else result += isQuoted ? posixText(character) : character;
  }
  return result;
}

/** Inside single quotes. */
function posixText(character: string): string {
  return character === "'" ? `'\\''` : character;
}

/** Flags that change nothing of the request; those with a value end with "=". */
export const IGNORED = wordSet(
  'silent show-error verbose include fail fail-with-body compressed location no-buffer progress-bar http1.1 http2 http1.0 ipv4 ipv6 no-progress-meter tcp-nodelay path-as-is remote-name remote-header-name create-dirs fail-early remove-on-error http2-prior-knowledge http3 tlsv1 tlsv1.2 tlsv1.3 basic form-escape no-keepalive no-progress-meter retry-all-errors retry-connrefused styled-output no-styled-output disable ca-native proto= proto-default= proto-redir= speed-limit= speed-time= stderr= cookie-jar= junk-session-cookies happy-eyeballs-timeout-ms= max-filesize= trace= output= write-out= connect-timeout= retry= retry-delay= retry-max-time= max-redirs= dump-header= keepalive-time= trace-ascii= limit-rate=',
);

/** Flags without which the request would be another one. */
export const REFUSED: Readonly<Record<string, string>> = {
  insecure: 'It disables the check of certificates (-k).',
  proxy: 'It goes through a proxy (-x).',
  cert: 'It sends a certificate of the client.',
  key: 'It sends a certificate of the client.',
  cacert: 'It trusts an additional certificate (--cacert).',
  resolve: 'It replaces the address of a host (--resolve).',
  'unix-socket': 'It connects to a socket of this machine.',
  'upload-file': 'It sends a file as the body (-T).',
  config: 'It reads further flags from a file (-K).',
  digest: 'It logs in with HTTP Digest.',
  negotiate: 'It logs in with Negotiate.',
  ntlm: 'It logs in with NTLM.',
  next: 'It sends several requests (--next).',
  netrc: 'It reads a password from a file.',
  anyauth: 'It negotiates how to log in (--anyauth).',
  'aws-sigv4': 'It signs requests for AWS.',
};

/** Long names of short flags. */
export const SHORT: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  u: 'user',
  A: 'user-agent',
  e: 'referer',
  b: 'cookie',
  m: 'max-time',
  G: 'get',
  I: 'head',
  L: 'location',
  k: 'insecure',
  s: 'silent',
  S: 'show-error',
  v: 'verbose',
  i: 'include',
  f: 'fail',
  N: 'no-buffer',
  g: 'globoff',
  O: 'remote-name',
  o: 'output',
  w: 'write-out',
  D: 'dump-header',
  x: 'proxy',
  E: 'cert',
  T: 'upload-file',
  K: 'config',
  n: 'netrc',
  r: 'range',
  c: 'cookie-jar',
  j: 'junk-session-cookies',
  J: 'remote-header-name',
  q: 'disable',
  '0': 'http1.0',
  '4': 'ipv4',
  '6': 'ipv6',
  '#': 'progress-bar',
  ':': 'next',
};

/** Of the connection between two machines, or what a browser says of itself. */
export const NOT_OF_THE_REQUEST =
  /^(?:host|content-length|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|accept-encoding|proxy-.*|sec-.*|dnt|priority|upgrade-insecure-requests)$/i;
