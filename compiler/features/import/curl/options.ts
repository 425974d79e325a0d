/** The flags of a curl command as one request. */
import { isHeaderName } from '../literal.ts';
import {
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
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body:
    | { readonly kind: 'data'; readonly pieces: readonly string[]; readonly isJson: boolean }
    | { readonly kind: 'form'; readonly fields: readonly (readonly [name: string, value: string])[] }
    | undefined;
  /** Pairs that `-G` puts into the query. */
  readonly query: readonly string[];
  readonly user?: string;
  readonly timeoutSeconds?: number;
  /** Of the line, left out. */
  readonly ignored: readonly string[];
}

export interface CurlProblem {
  readonly kind: 'unreadable';
  readonly message: string;
  readonly hint: string;
}

interface Flags {
  method?: string;
  readonly urls: string[];
  readonly headers: [string, string][];
  readonly data: string[];
  readonly form: [string, string][];
  readonly query: string[];
  /** Of TOGGLES, and `json`. */
  readonly on: Set<string>;
  user?: string;
  timeout?: number;
  readonly ignored: string[];
}

/** Flags without a value that change the request. */
const TOGGLES: ReadonlySet<string> = new Set(['get', 'head', 'globoff']);

type Take = (flags: Flags, value: string) => CurlProblem | undefined | void;

/** Flags with a value, by their long name. */
const VALUES: Readonly<Record<string, Take>> = {
  request: (flags, value) => void (flags.method = value.toUpperCase()),
  url: (flags, value) => void flags.urls.push(value),
  header: addHeader,
  data: addData,
  'data-ascii': addData,
  'data-binary': addData,
  'data-raw': (flags, value) => void flags.data.push(value),
  'data-urlencode': addEncoded,
  json: addJson,
  form: addFormField,
  'form-string': addFormField,
  user: (flags, value) => void (flags.user = value),
  'oauth2-bearer': sends('Authorization', 'Bearer '),
  'user-agent': sends('User-Agent'),
  referer: sends('Referer'),
  cookie: addCookie,
  range: sends('Range', 'bytes='),
  'url-query': (flags, value) => void flags.query.push(value),
  'max-time': (flags, value) => void (Number(value) > 0 && (flags.timeout = Number(value))),
};

export function readCurl(line: string): CurlRequest | CurlProblem {
  const command = line.trim().replace(/^(?:[$#>%]|PS[^>]*>|[A-Z]:[^>]*>)\s+/, '');
  const read = wordsOfLine(posixOfWindows(command) ?? command);
  if ('problem' in read)
    return problem(
      `This line cannot be read. ${read.problem}`,
      'Write it with plain values and variables such as "$TOKEN".',
    );
  const [program = '', ...words] = read.words;
  if (!/^(?:.*[\\/])?curl(?:\.exe)?$/.test(program))
    return problem('This line must start with `curl`.', 'Paste one whole curl command in single quotes.');
  const flags: Flags = { urls: [], headers: [], data: [], form: [], query: [], on: new Set(), ignored: [] };
  if (read.rest !== undefined) flags.ignored.push(`what follows the command (${read.rest.charAt(0)})`);
  return takeAll(words, flags) ?? requestOf(flags);
}

function takeAll(words: readonly string[], flags: Flags): CurlProblem | undefined {
  const remaining = [...words];
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    if (!word.startsWith('-') || word === '-') {
      flags.urls.push(word);
      continue;
    }
    for (const { name, value } of flagsIn(word)) {
      const argument = takesValue(name) ? (value ?? remaining.shift()) : '';
      if (argument === undefined) return problem(`The flag --${name} has no value.`, 'Complete the command.');
      const wrong = takeFlag(name, argument, flags);
      if (wrong) return wrong;
    }
  }
  return undefined;
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

function takeFlag(name: string, value: string, flags: Flags): CurlProblem | undefined {
  const take = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  if (take) return take(flags, value) ?? undefined;
  if (TOGGLES.has(name)) flags.on.add(name);
  else if (IGNORED.has(`${name}=`)) flags.ignored.push(`--${name}`);
  else if (!IGNORED.has(name)) return unknownFlag(name);
  return undefined;
}

function unknownFlag(name: string): CurlProblem {
  const why = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
  if (why !== undefined)
    return problem(`This command cannot be a tool. ${why}`, 'Remove the flag if the service works without it.');
  const hint = name.includes('=')
    ? 'In curl, the value follows a blank, not "=".'
    : 'Remove it, or write the tool by hand.';
  return problem(`The flag "${name.replace(/=.*/s, '')}" is not known.`, hint);
}

function sends(name: string, before = ''): Take {
  return ({ headers }, value) => void headers.push([name, before + value]);
}

function addHeader(flags: Flags, value: string): void {
  const at = value.indexOf(':');
  const name = (at === -1 ? value.replace(/;$/, '') : value.slice(0, at)).trim();
  // `-H "Accept:"` takes a header of curl away.
  const text = at === -1 ? '' : value.slice(at + 1).trim();
  if (isHeaderName(name)) {
    if (NOT_OF_THE_REQUEST.test(name)) flags.ignored.push(`the header ${name}`);
    else if (text !== '') flags.headers.push([name, text]);
  } else flags.ignored.push('a header whose name is not valid');
}

/** Without "=", curl takes the value for the name of a file. */
function addCookie(flags: Flags, value: string): CurlProblem | undefined {
  if (!value.includes('=') && !hasVariable(value))
    return problem('The cookies come from a file (-b), which a tool cannot read.', 'Write them as -b "name=value".');
  flags.headers.push(['Cookie', value]);
  return undefined;
}

function addData(flags: Flags, value: string): CurlProblem | undefined {
  if (value.startsWith('@'))
    return problem('The body comes from a file (@), which a tool cannot read.', 'Write the body into the command.');
  // Without --data-binary, curl takes line breaks out; JSON does not mind.
  flags.data.push(value);
  return undefined;
}

function addJson(flags: Flags, value: string): CurlProblem | undefined {
  flags.on.add('json');
  return addData(flags, value);
}

function addEncoded(flags: Flags, value: string): CurlProblem | undefined {
  if (/^[^=]*@/.test(value))
    return problem('A value comes from a file (@), which a tool cannot read.', 'Write it into the command.');
  const at = value.indexOf('=');
  const name = at > 0 ? value.slice(0, at) : '';
  const text = at === -1 ? value : value.slice(at + 1);
  const encoded = withVariables(text, markName, (part) => encodeURIComponent(part.toWellFormed()));
  flags.data.push(`${name === '' ? '' : `${name}=`}${encoded}`);
  return undefined;
}

function addFormField(flags: Flags, value: string): CurlProblem | undefined {
  const at = value.indexOf('=');
  if (at < 1) return problem(`The form field "${value}" has no value.`, 'Write it as name=value.');
  flags.form.push([value.slice(0, at), value.slice(at + 1)]);
  return undefined;
}

function requestOf(flags: Flags): CurlRequest | CurlProblem {
  const [url, second] = flags.urls;
  if (url === undefined) return problem('The command has no URL.', 'Add the URL of the request.');
  if (second !== undefined)
    return problem('The command has several URLs.', 'Import one request at a time; quote URLs that have "&".');
  if (!flags.on.has('globoff') && /\{[^{},]*,[^{}]*\}|\[[A-Za-z0-9]+-[A-Za-z0-9]+(?::\d+)?\]/.test(url))
    return problem(
      'The URL names several requests with {…} or […].',
      'Write one URL, or add -g if it is meant literally.',
    );
  const { data, form, on, user, timeout } = flags;
  const isSent = data.length > 0 && !on.has('get');
  const fields = form.length > 0 && ({ kind: 'form', fields: form } as const);
  const body = fields || (isSent ? ({ kind: 'data', pieces: data, isJson: on.has('json') } as const) : undefined);
  const method = flags.method ?? (on.has('head') ? 'HEAD' : body ? 'POST' : 'GET');
  if (!/^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method))
    return problem(`The method ${method} cannot be sent.`, 'Use GET, HEAD, POST, PUT, PATCH or DELETE.');
  if (body && /^(?:GET|HEAD)$/.test(method))
    return problem(`A ${method} request cannot have a body.`, 'Use -G to send the data in the query.');
  return {
    method,
    url,
    headers: flags.headers,
    body,
    query: [...flags.query, ...(on.has('get') ? data : [])].flatMap((piece) => piece.split('&')),
    ignored: flags.ignored,
    ...(user !== undefined && { user }),
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
  };
}

export function problem(message: string, hint: string): CurlProblem {
  return { kind: 'unreadable', message, hint };
}
