/** Words of a POSIX or Windows shell line (quotes, escapes and variables; nothing is ever run or substituted), and the flags and headers of curl that Haft ignores or rejects. */
import { wordSet } from '../../../base/word-lists.ts';

/** Why a command cannot be a tool, and the next step: thrown where it is found, a value of `importCurl`. */
export class CommandProblem extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

export function fail(message: string, hint: string): never {
  throw new CommandProblem(message, hint);
}

interface Line {
  /** With variables as `\uE000NAME\uE001`; no text has these characters, since they are taken out first. */
  readonly words: readonly string[];
  /** What comes behind `|`, `;`, `&` or a redirection. */
  readonly rest?: string;
}

const START = '\uE000';
const END = '\uE001';

const NAME = '[A-Za-z_][A-Za-z0-9_]*';
const VARIABLE = `\\$(?:(?<plain>${NAME})|\\{(?<braced>${NAME})(?::?[-?+][^{}]*)?\\})`;

/** A piece of a line; one that is only `wrong` cannot be read. */
const PIECE = new RegExp(
  [
    String.raw`(?<blank>[ \t]|\\\n)`,
    String.raw`(?<end>[|;&<>\n]|\d(?=>))`,
    String.raw`\$'(?<ansi>(?:[^'\\]|\\[^])*)'`,
    String.raw`'(?<single>[^']*)'`,
    String.raw`"(?<double>(?:[^"\\]|\\[^])*)"`,
    VARIABLE,
    String.raw`\\(?<escaped>[^])`,
    String.raw`(?<![^ \t\n])#(?<comment>[^\n]*)`,
    String.raw`(?<wrong>["'\x60\\]|\$[({]|[“”„\u00A0]|(?<![^ \t\n])[‘’‚–—])`,
    String.raw`(?<other>[^])`,
  ].join('|'),
  'gy',
);

/** The words of one command, or why they cannot be told. */
export function wordsOfLine(raw: string): Line | { readonly problem: string } {
  const text = raw.replaceAll(/[\uE000\uE001]/g, '').replaceAll('\r\n', '\n');
  const words: string[] = [];
  let word: string | undefined;
  for (const { 0: whole, index, groups = {} } of text.matchAll(PIECE)) {
    if (groups['comment'] !== undefined) continue;
    if (groups['blank'] === undefined && groups['end'] === undefined) {
      const piece = textOf(groups);
      if (piece === undefined) return { problem: problemAt(text.slice(index)) };
      word = (word ?? '') + piece;
      continue;
    }
    if (word !== undefined) words.push(word);
    word = undefined;
    if (groups['end'] === undefined) continue;
    const rest = text.slice(index + whole.length).trim();
    return { words, ...(rest !== '' && { rest: `${whole.trim()} ${rest}`.trim() }) };
  }
  return { words: word === undefined ? words : [...words, word] };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '', a: '', b: '', f: '', v: '' };

/** Undefined if it cannot be read. */
function textOf(piece: Readonly<Record<string, string | undefined>>): string | undefined {
  const { ansi, single, double, plain, braced, escaped, wrong, other } = piece;
  if (wrong !== undefined) return undefined;
  if (ansi !== undefined) return unescapeAnsi(ansi);
  if (double !== undefined) return expandQuoted(double);
  const variable = plain ?? braced;
  return variable === undefined ? (single ?? escaped ?? other) : markName(variable);
}

export function markName(name: string): string {
  return `${START}${name}${END}`;
}

const QUOTED_PIECE = new RegExp(
  [VARIABLE, String.raw`\\(?<escaped>[$\x60"\\\n])`, String.raw`(?<wrong>\x60|\$\()`, '[^]'].join('|'),
  'g',
);

/** Inside double quotes only some characters can be escaped. */
function expandQuoted(text: string): string | undefined {
  const pieces = [...text.matchAll(QUOTED_PIECE)];
  if (pieces.some(({ groups }) => groups?.['wrong'] !== undefined)) return undefined;
  const written = pieces.map(({ 0: whole, groups: { plain, braced, escaped } = {} }) => {
    if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
    const variable = plain ?? braced;
    return variable === undefined ? whole : markName(variable);
  });
  return written.join('');
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

/** What an editor writes, and what to type. */
const TYPED: Readonly<Record<string, string>> = {
  '\u00A0': 'a no-break space, which an editor has put there: type a blank instead.',
  '–': 'the dash –, which an editor has put there: type - or -- instead.',
  '—': 'the dash —, which an editor has put there: type - or -- instead.',
  ...Object.fromEntries([...'“”„'].map((quote) => [quote, curly(quote, '"')])),
  ...Object.fromEntries([...'‘’‚'].map((quote) => [quote, curly(quote, "'")])),
};

function curly(quote: string, plain: string): string {
  return `the curly quote ${quote}, which an editor has put there: type ${plain} instead.`;
}

function problemAt(rest: string): string {
  const [first = ''] = rest;
  if (/^\$[({]|^`/.test(rest)) return 'It runs a command or an expression of the shell in `$(…)` or backticks.';
  const typed = TYPED[first];
  if (typed !== undefined) return `It has ${typed}`;
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
  return text.replaceAll(/"((?:\\["\\]|""|[^"])*)("?)/g, (_all, inside: string, end: string) => {
    const plain = inside.replaceAll(/[\\"](["\\])/g, '$1');
    return `'${plain.replaceAll("'", String.raw`'\''`)}${end === '' ? '' : "'"}`;
  });
}

/** Flags that change nothing of the request; those with a value end with "=". */
export const IGNORED = wordSet(
  'silent show-error verbose include fail fail-with-body compressed location no-buffer progress-bar http1.1 http2 http1.0 ipv4 ipv6 no-progress-meter tcp-nodelay remote-name remote-header-name create-dirs fail-early remove-on-error http2-prior-knowledge http3 tlsv1 tlsv1.2 tlsv1.3 basic form-escape no-keepalive no-progress-meter retry-all-errors retry-connrefused styled-output no-styled-output disable ca-native proto= proto-default= proto-redir= speed-limit= speed-time= stderr= cookie-jar= junk-session-cookies happy-eyeballs-timeout-ms= max-filesize= trace= output= write-out= connect-timeout= retry= retry-delay= retry-max-time= max-redirs= dump-header= keepalive-time= trace-ascii= limit-rate=',
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
