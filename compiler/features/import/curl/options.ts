/** The flags and headers of a curl command as one request. */
import { isHeaderName } from '../literal.ts';
import { type FormField, formFieldOf } from './form-fields.ts';
import {
  fail,
  IGNORED,
  NOT_OF_THE_REQUEST,
  REFUSED,
  SHORT,
  hasVariable,
  markName,
  posixOfWindows,
  withVariables,
  wordsOfLine,
} from './tokens.ts';

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** `--path-as-is`. */
  readonly keepsPath: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body:
    | { readonly kind: 'data'; readonly pieces: readonly string[]; readonly isJson: boolean }
    | { readonly kind: 'form'; readonly fields: readonly FormField[] }
    | undefined;
  /** Pairs that `-G` and `--url-query` put into the query. */
  readonly query: readonly string[];
  readonly user?: string;
  readonly timeoutSeconds?: number;
  /** Of the line, left out. */
  readonly ignored: readonly string[];
}

interface Flags {
  method?: string;
  readonly urls: string[];
  readonly headers: [string, string][];
  /** Headers that flags other than `-H` name; the last flag counts. */
  readonly flagHeaders: Map<string, string>;
  readonly data: string[];
  readonly form: FormField[];
  readonly query: string[];
  /** Of TOGGLES, and `json`. */
  readonly on: Set<string>;
  user?: string;
  timeout?: number;
  readonly ignored: string[];
}

/** Flags without a value that change the request. */
const TOGGLES: ReadonlySet<string> = new Set(['get', 'head', 'globoff', 'path-as-is']);

type Take = (flags: Flags, value: string) => void;

/** Flags with a value, by their long name. */
const VALUES: Readonly<Record<string, Take>> = {
  request: (flags, value) => void (flags.method = value.toUpperCase()),
  url: (flags, value) => void flags.urls.push(value),
  header: addHeader,
  data: addData,
  'data-ascii': addData,
  'data-binary': addData,
  'data-raw': (flags, value) => void flags.data.push(value),
  'data-urlencode': ({ data }, value) => addEncoded(data, value),
  json(flags, value) {
    flags.on.add('json');
    addData(flags, value);
  },
  form: ({ form }, value) => void form.push(formFieldOf(value, false)),
  'form-string': ({ form }, value) => void form.push(formFieldOf(value, true)),
  user: (flags, value) => void (flags.user = value),
  'oauth2-bearer': sends('Authorization', 'Bearer '),
  'user-agent': sends('User-Agent'),
  referer: sends('Referer'),
  cookie: addCookie,
  range: sends('Range', 'bytes='),
  'url-query': addToQuery,
  'max-time': (flags, value) => void (Number(value) > 0 && (flags.timeout = Number(value))),
};

export function readCurl(line: string): CurlRequest {
  const command = line.trim().replace(/^(?:[$#>%]|PS[^>]*>|[A-Z]:[^>]*>)\s+/, '');
  const read = wordsOfLine(posixOfWindows(command) ?? command);
  if ('problem' in read)
    fail(`This line cannot be read. ${read.problem}`, 'Write it with plain values and variables such as "$TOKEN".');
  const [program = '', ...words] = read.words;
  if (!/^(?:.*[\\/])?curl(?:\.exe)?$/.test(program))
    fail('This line must start with `curl`.', 'Paste one whole curl command in single quotes.');
  const flags: Flags = {
    urls: [],
    headers: [],
    flagHeaders: new Map(),
    data: [],
    form: [],
    query: [],
    on: new Set(),
    ignored: [],
  };
  if (read.rest !== undefined) flags.ignored.push(`what follows the command (${read.rest.charAt(0)})`);
  takeAll(words, flags);
  return requestOf(flags);
}

function takeAll(words: readonly string[], flags: Flags): void {
  const remaining = [...words];
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    if (!word.startsWith('-') || word === '-') {
      flags.urls.push(word);
      continue;
    }
    for (const { name, value } of flagsIn(word)) {
      const argument = takesValue(name) ? (value ?? remaining.shift()) : '';
      if (argument === undefined) fail(`The flag --${name} has no value.`, 'Complete the command.');
      takeFlag(name, argument, flags);
    }
  }
}

function takesValue(name: string): boolean {
  return Object.hasOwn(VALUES, name) || IGNORED.has(`${name}=`);
}

/** `--json=…` is no form of curl; `-sSL` and `-XPOST` are. */
function flagsIn(word: string): { readonly name: string; readonly value?: string }[] {
  if (word.startsWith('--')) return [{ name: word.slice(2) }];
  const all: { name: string; value?: string }[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const name = SHORT[word.charAt(at)] ?? word.charAt(at);
    const rest = word.slice(at + 1);
    if (takesValue(name)) return [...all, { name, ...(rest !== '' && { value: rest }) }];
    all.push({ name });
  }
  return all;
}

function takeFlag(name: string, value: string, flags: Flags): void {
  const take = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  if (take) take(flags, value);
  else if (TOGGLES.has(name)) flags.on.add(name);
  else if (IGNORED.has(`${name}=`)) flags.ignored.push(`--${name}`);
  else if (!IGNORED.has(name)) unknownFlag(name);
}

function unknownFlag(name: string): never {
  const why = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
  if (why !== undefined)
    fail(`This command cannot be a tool. ${why}`, 'Remove the flag if the service works without it.');
  const hint = name.includes('=')
    ? 'In curl, the value follows a blank, not "=".'
    : 'Remove it, or write the tool by hand.';
  fail(`The flag "${name.replace(/=.*/s, '')}" is not known.`, hint);
}

function sends(name: string, before = ''): Take {
  return ({ flagHeaders }, value) => void flagHeaders.set(name, before + value);
}

function addHeader(flags: Flags, value: string): void {
  const at = value.indexOf(':');
  const name = (at === -1 ? value.replace(/;$/, '') : value.slice(0, at)).trim();
  // `-H "Accept:"` takes a header of curl away.
  const text = at === -1 ? '' : value.slice(at + 1).trim();
  if (isHeaderName(name)) {
    if (NOT_OF_THE_REQUEST.test(name)) flags.ignored.push(`the header ${name}`);
    else if (text !== '') flags.headers.push([name, text]);
    else if (at === -1) flags.ignored.push(`the header ${name} without a value`);
  } else flags.ignored.push('a header whose name is not valid');
}

/** Without "=", curl takes the value for the name of a file. */
function addCookie(flags: Flags, value: string): void {
  if (!value.includes('=') && !hasVariable(value))
    fail('The cookies come from a file (-b), which a tool cannot read.', 'Write them as -b "name=value".');
  const before = flags.flagHeaders.get('Cookie');
  flags.flagHeaders.set('Cookie', before === undefined ? value : `${before}; ${value}`);
}

function addData(flags: Flags, value: string): void {
  if (value.startsWith('@'))
    fail('The body comes from a file (@), which a tool cannot read.', 'Write the body into the command.');
  flags.data.push(value);
}

function addEncoded(pieces: string[], value: string): void {
  if (/^[^=]*@/.test(value))
    fail('A value comes from a file (@), which a tool cannot read.', 'Write it into the command.');
  const at = value.indexOf('=');
  const name = at > 0 ? value.slice(0, at) : '';
  const text = at === -1 ? value : value.slice(at + 1);
  const encoded = withVariables(text, markName, (part) => encodeURIComponent(part.toWellFormed()));
  pieces.push(`${name === '' ? '' : `${name}=`}${encoded}`);
}

/** As `--data-urlencode`; what follows a plus is encoded already. */
function addToQuery({ query }: Flags, value: string): void {
  if (value.startsWith('+')) query.push(value.slice(1));
  else addEncoded(query, value);
}

function requestOf(flags: Flags): CurlRequest {
  const url = urlOf(flags);
  const { data, on, user, timeout } = flags;
  if (data.length > 0 && flags.form.length > 0)
    fail('The command has both -F and -d, which are bodies of two kinds.', 'Leave one of them.');
  return {
    ...sentBy(flags),
    url,
    keepsPath: on.has('path-as-is'),
    headers: joinHeaders([...flags.flagHeaders], flags.headers),
    query: [...flags.query, ...(on.has('get') ? data : [])].flatMap((piece) => piece.split('&')),
    ignored: flags.ignored,
    ...(user !== undefined && { user }),
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
  };
}

function urlOf({ urls: [url, second], on }: Flags): string {
  if (url === undefined) fail('The command has no URL.', 'Add the URL of the request.');
  if (second !== undefined)
    fail('The command has several URLs.', 'Import one request at a time; quote URLs that have "&".');
  if (!on.has('globoff') && /\{[^{},]*,[^{}]*\}|\[[A-Za-z0-9]+-[A-Za-z0-9]+(?::\d+)?\]/.test(url))
    fail('The URL names several requests with {…} or […].', 'Write one URL, or add -g if it is meant literally.');
  return url;
}

function sentBy(flags: Flags): Pick<CurlRequest, 'method' | 'body'> {
  const { data, form, on } = flags;
  const isSent = data.length > 0 && !on.has('get');
  const fields = form.length > 0 && ({ kind: 'form', fields: form } as const);
  const body = fields || (isSent ? ({ kind: 'data', pieces: data, isJson: on.has('json') } as const) : undefined);
  const method = flags.method ?? (on.has('head') ? 'HEAD' : body ? 'POST' : 'GET');
  if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method))
    fail(`The method ${method} cannot be sent.`, 'Use GET, HEAD, POST, PUT, PATCH or DELETE.');
  if (!/^(?:GET|HEAD)$/.test(method)) return { method, body };
  if (fields || (isSent && data.some((piece) => piece !== '')))
    fail(`A ${method} request cannot have a body.`, 'Use -G to send the data in the query.');
  return { method, body: undefined };
}

type Header = readonly [name: string, value: string];

/** A list of values would be no valid value. */
const ONE_VALUE = /^(?:authorization|content-type|range|referer|user-agent)$/i;

/** A header of `-H` replaces that of a flag. */
function joinHeaders(fromFlags: readonly Header[], written: readonly Header[]): readonly Header[] {
  const isWritten = (name: string): boolean => written.some(([other]) => other.toLowerCase() === name.toLowerCase());
  const joined = new Map<string, Header>();
  for (const [name, value] of [...fromFlags.filter(([one]) => !isWritten(one)), ...written]) {
    checkCharacters(name, value);
    const [first, before] = joined.get(name.toLowerCase()) ?? [name];
    if (before !== undefined && before !== value && ONE_VALUE.test(name))
      fail(`The command has several headers ${first} with different values.`, 'Leave one of them.');
    const isFirst = before === undefined || ONE_VALUE.test(name);
    // RFC 9110 §5.3; RFC 6265 §5.4 for cookies.
    const separator = /^cookie$/i.test(name) ? '; ' : ', ';
    joined.set(name.toLowerCase(), [first, isFirst ? value : `${before}${separator}${value}`]);
  }
  return [...joined.values()];
}

function checkCharacters(name: string, value: string): void {
  const text = hasVariable(value) ? withVariables(value, () => '', String) : value;
  if (/[\r\n]/.test(text))
    fail(`The header ${name} has a line break in its value.`, 'Write each header with its own -H.');
  // curl sends UTF-8, and a tool Latin-1.
  if (/[^\t\x20-\x7e]/.test(text))
    fail(
      `The header ${name} has a character that is not ASCII.`,
      'Write the value in ASCII, in the encoding that the service expects.',
    );
}
