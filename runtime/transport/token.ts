/** Where a server listens for HTTP, and the secret that requests must carry. */
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { thrownMessage, clip } from '../language/describe.ts';
import type { ProcessVariables } from '../server/environment.ts';
import type { Log } from '../server/log.ts';
import { UNNAMED } from '../server/user.ts';
import { type FindVisitor, type Visitor, isLoopback } from './http-guard.ts';

/** Where nothing else is said. */
const PORT = 8765;

/** For `--help`. */
export function addressHelp({ auth }: ServerDescriptor): string {
  const needed = auth ? `HAFT_URL to ${URL_FORM}` : 'HAFT_TOKEN, HAFT_TOKEN_FILE or HAFT_TOKENS_FILE';
  return `--host and --port (${PORT}) set the HTTP address, else HAFT_HOST, and HAFT_PORT or PORT. To listen beyond localhost, set ${needed}; behind a proxy, HAFT_TRUST_PROXY to its address.`;
}

/** Characters of the shortest token that guards a server which other machines can reach. */
const MIN_CHARACTERS = 16;

/**
 * From `HAFT_TOKEN`, else from the file that `HAFT_TOKEN_FILE` names; undefined where neither is set. Blanks around it are
 * ignored. Throws on a bad file and on a blank token.
 */
export async function readToken({
  HAFT_TOKEN: own,
  HAFT_TOKEN_FILE: file,
}: ProcessVariables): Promise<string | undefined> {
  if (own) return notBlank(own, 'HAFT_TOKEN is blank.');
  if (!file) return undefined;
  const { readFileSync } = await import('node:fs');
  return notBlank(readFileSync(file, 'utf8'), 'The file named by HAFT_TOKEN_FILE is empty.');
}

/** Milliseconds between two looks at the file of the tokens. */
const LOOK = 1000;

/** The tokens in the files that variables name, so that they are redacted; serving reports what is wrong with the files. */
export async function tokensInFiles({
  HAFT_TOKEN_FILE: one,
  HAFT_TOKENS_FILE: many,
}: ProcessVariables): Promise<readonly string[]> {
  const { readFileSync } = await import('node:fs');
  const tokens = (file: string | undefined, read: (text: string) => readonly string[]): readonly string[] => {
    try {
      return file ? read(readFileSync(file, 'utf8')) : [];
    } catch {
      return [];
    }
  };
  return [
    ...tokens(one, (text) => [text.trim()]),
    ...tokens(many, (text) => namedTokens(text).map(([, token]) => token)),
  ];
}

/** A line `name:token` each. Throws for any other line that is not blank or a comment. */
function namedTokens(text: string): (readonly [name: string, token: string])[] {
  const named = text.split('\n').flatMap((line, at) => {
    if (/^\s*(?:#.*)?$/.test(line)) return [];
    const [, name = '', token = ''] = /^([\w.@-]{1,64}):\s*(\S+)$/.exec(line.trim()) ?? [];
    if (name === '') throw new Error(`Line ${at + 1} of the file named by HAFT_TOKENS_FILE must be name:token.`);
    requireStrong(token, `The token of "${name}" in HAFT_TOKENS_FILE`);
    return [[name, token] as const];
  });
  if (named.length === 0) throw new Error(`The file named by HAFT_TOKENS_FILE has no tokens. ${ADVICE}`);
  for (const column of [0, 1] as const)
    if (new Set(named.map((pair) => pair[column])).size < named.length)
      throw new Error(`The file named by HAFT_TOKENS_FILE has a ${column === 0 ? 'name' : 'token'} twice.`);
  return named;
}

/** Who has a token of the server's own; undefined where it was given none. Names are read again when their file changes. */
export async function readClients(variables: ProcessVariables, log: Log): Promise<FindVisitor | undefined> {
  const { HAFT_TOKENS_FILE: file } = variables;
  const token = await readToken(variables);
  if (token === undefined && !file) return undefined;
  const [{ createHash }, { readFileSync, watchFile }] = await Promise.all([import('node:crypto'), import('node:fs')]);
  // How long the search for a digest takes says nothing that a client could use.
  const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
  const read = (): Map<string, Visitor> => {
    const named = file ? namedTokens(readFileSync(file, 'utf8')) : [];
    const own = named.map(
      ([name, text]) => [digestOf(text), { user: { ...UNNAMED, subject: name, client: name } }] as const,
    );
    return new Map<string, Visitor>(token === undefined ? own : [[digestOf(token), {}], ...own]);
  };
  let clients = read();
  if (file)
    watchFile(file, { interval: LOOK, persistent: false }, () => {
      try {
        clients = read();
        log('tokens: the file was read again');
      } catch (thrown) {
        log(`tokens: the previous ones remain valid: ${thrownMessage(thrown)}`, 'error');
      }
    });
  return (secret) => clients.get(digestOf(secret));
}

function notBlank(text: string, error: string): string {
  const token = text.trim();
  if (token === '') throw new Error(`${error} ${ADVICE}`);
  return token;
}

const ADVICE = `Use a random token of at least ${MIN_CHARACTERS} characters.`;

/** Throws for a token that could be guessed; `name` is the source in the message. */
export function requireStrong(token: string, name: string): void {
  const { length } = [...token.trim()];
  if (length < MIN_CHARACTERS)
    throw new Error(`${name} must have at least ${MIN_CHARACTERS} characters, got ${length}. ${ADVICE}`);
}

/** Port 0 is any free one. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/** From the flags, else from `HAFT_HOST`, and `HAFT_PORT` or `PORT`. Throws for an invalid port. */
export function chosenAddress(
  flags: readonly string[],
  { HAFT_HOST, HAFT_PORT, PORT: platform }: ProcessVariables,
): Address {
  const after = (flag: string): string | undefined => flags[flags.indexOf(flag) + 1 || flags.length];
  const host = after('--host') ?? (HAFT_HOST || '127.0.0.1');
  const sources = { '--port': after('--port'), HAFT_PORT, PORT: platform };
  const [name = '--port', value = String(PORT)] = Object.entries(sources).find(([, text]) => text) ?? [];
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be an integer from 0 to 65535, got "${clip(value)}".`);
  return { host, port };
}

/** In `HAFT_ORIGINS`, separated by commas or blanks. Throws for anything that is not the origin of a page. */
export function readOrigins({ HAFT_ORIGINS: text = '' }: ProcessVariables): ReadonlySet<string> {
  const origins = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const wrong = origins.find((one) => !URL.canParse(one) || new URL(one).origin !== one);
  if (wrong !== undefined)
    throw new Error(`HAFT_ORIGINS must list origins such as https://app.example, got "${clip(wrong)}".`);
  return new Set(origins);
}

/** For messages. */
export const URL_FORM = 'the public URL of the endpoint, such as https://tools.example/mcp';

/** `HAFT_URL` without a slash at its end; empty where it is not set. Throws for anything but https, or http on this machine. */
export function readUrl({ HAFT_URL: text = '' }: ProcessVariables): string {
  const url = text.trim().replace(/\/$/, '');
  if (url === '') return '';
  const { protocol, host = '', search, hash, username } = URL.canParse(url) ? new URL(url) : ({} as Partial<URL>);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(host));
  if (!isSafe || search || hash || username || /["\\\s]/.test(url))
    throw new Error(`HAFT_URL must be ${URL_FORM}, got "${clip(text)}".`);
  return url;
}
