/** A login of a user at another service: authorization code with PKCE (OAuth 2.1), in the browser, back to this machine. */
import { type JsonObject, thrownMessage } from '@haft/runtime/language';
import { createHash, randomBytes } from 'node:crypto';
import {
  type Authority,
  type Challenge,
  type OAuthClient,
  type StoreProblem,
  type StoredLogin,
  authorityNamed,
  authorityOf,
  loginFile,
  loginFolder,
  prepareFolder,
  readLogin,
  requestTokens,
  systemClock,
  withTokens,
  writeLogin,
  fetchObject,
} from '@haft/runtime/try';
import type { LoginRequest } from '@haft/runtime';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { amount, type Flag, type Invocation, numberFlag, type Relations } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { openBrowser, openRedirect } from './browser.ts';

/** Where to log in. */
export interface LoginTarget {
  /** As people name it. */
  readonly name: string;
  readonly resource: string;
  /** `login` of its `auth:`, with the variables filled in. */
  readonly request: LoginRequest;
}

/** What the command line says. */
export interface LoginOptions {
  /** In addition to those of the login of before; in place of all others. */
  readonly scopes: readonly string[];
  readonly clientId?: string | undefined;
  /** Of the redirect address; any free one where 0. */
  readonly port: number;
  readonly browser: boolean;
}

export function redirectPort(relations: Relations): Flag {
  return amount('port', 'Port of the redirect address on this machine (default: any).', [1, 65_535], relations);
}

/** Of a flag; 0 where it is absent. */
export function portFlag(invocation: Invocation): number {
  return numberFlag(invocation, 'port') ?? 0;
}

/** Logs in and stores the login. @throws Failure */
export async function logIn(
  target: LoginTarget,
  options: LoginOptions,
  challenge: Challenge | undefined,
): Promise<StoredLogin> {
  const folder = await loginFolder();
  refuse(await prepareFolder(folder));
  const file = await loginFile(target.resource, target.request.client_id ?? '');
  const earlier = await readLogin(folder, file);
  const authority = await authorityFor(target, challenge);
  // Of another authorization server, nothing holds.
  const before = earlier && !('problem' in earlier) && earlier.issuer === authority.issuer ? earlier : undefined;
  const { client, redirect } = await clientFor(target, options, authority, before);
  try {
    const scopes = scopesFor(target, options, { authority, challenge, before });
    const issued = await exchangeCode(authority, client, redirect, { scopes, browser: options.browser });
    const login = withTokens(
      {
        resource: target.resource,
        issuer: authority.issuer,
        token_url: authority.token_url,
        client_id: client.id,
        ...(client.secret !== '' && { client_secret: client.secret }),
        ...(client.credentials === 'body' && { credentials: client.credentials }),
        redirect: redirect.address,
        ...(authority.resource !== undefined && { audience: authority.resource }),
        scope: scopes.join(' '),
      },
      issued,
    );
    refuse(await writeLogin(folder, file, login));
    return login;
  } finally {
    redirect.close();
  }
}

function refuse(problem: StoreProblem | undefined): void {
  if (problem) throw new Failure(problem.problem, problem.hint);
}

async function authorityFor(
  { name, resource, request }: LoginTarget,
  challenge: Challenge | undefined,
): Promise<Authority> {
  const { issuer, authorize_url, token_url } = request;
  if (authorize_url !== undefined && token_url !== undefined)
    return { ...UNKNOWN, issuer: issuer ?? new URL(authorize_url).origin, authorize_url, token_url };
  try {
    const authority = await (issuer === undefined ? authorityOf(resource, challenge) : authorityNamed(issuer));
    if (authority.authorize_url === '') throw new Error(`${authority.issuer} has no login for users`);
    if (!authority.hasPkce && issuer === undefined)
      throw new Error(`${authority.issuer} does not protect the code of a login (PKCE with S256)`);
    return authority;
  } catch (thrown) {
    const reason = escapeUnsafe(thrownMessage(thrown));
    throw new Failure(`"${name}" has no login that can be used: ${reason}.`, NO_LOGIN, { cause: thrown });
  }
}

const NO_LOGIN =
  'If its documentation names an authorization server, write `auth: { login: { issuer: … } }`, or `authorize_url` and `token_url`.';

const UNKNOWN = {
  register_url: '',
  scopes: [],
  known: [],
  credentials: 'header',
  isPublicAllowed: true,
  hasPkce: true,
  namesIssuer: false,
} as const;

/** Registered by hand, by a login of before, or now. */
async function clientFor(
  { request }: LoginTarget,
  { clientId = request.client_id, port }: LoginOptions,
  authority: Authority,
  before: StoredLogin | undefined,
) {
  if (clientId !== undefined) {
    const redirect = await openRedirect(port);
    if (redirect === undefined)
      throw new Failure(`The port ${port} is in use.`, 'End the program that has it, or choose another --port.');
    return {
      client: { id: clientId, secret: request.client_secret ?? '', credentials: authority.credentials },
      redirect,
    };
  }
  const earlierRedirect = before && (await openRedirect(Number(new URL(before.redirect).port)));
  if (before && earlierRedirect) {
    const { client_id: id, client_secret: secret = '', credentials = 'header' } = before;
    const client: OAuthClient = { id, secret, credentials };
    return { client, redirect: earlierRedirect };
  }
  return registerClient(authority, port);
}

interface Known {
  readonly authority: Authority;
  readonly challenge: Challenge | undefined;
  readonly before: StoredLogin | undefined;
}

/** Those of before stay (MCP 2026-07-28, scope challenges); a refresh token is asked for where that is known to be possible. */
function scopesFor(
  { request }: LoginTarget,
  { scopes }: LoginOptions,
  { authority, challenge, before }: Known,
): readonly string[] {
  const declared = request.scope?.split(' ') ?? [];
  const ofChallenge = challenge?.scopes ?? [];
  const own =
    scopes.length > 0
      ? scopes
      : ofChallenge.length > 0
        ? [...declared, ...ofChallenge]
        : declared.length > 0
          ? declared
          : authority.scopes;
  const wanted = [...(before?.scope.split(' ') ?? []), ...own].filter((scope) => scope !== '');
  const offline = wanted.length > 0 && authority.known.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set([...wanted, ...offline])];
}

async function exchangeCode(
  authority: Authority,
  client: OAuthClient,
  redirect: Pick<NonNullable<Awaited<ReturnType<typeof openRedirect>>>, 'address' | 'answer'>,
  { scopes, browser }: Pick<LoginOptions, 'scopes' | 'browser'>,
) {
  const [state, verifier] = [secret(), secret()];
  const address = new URL(authority.authorize_url);
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirect.address,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(scopes.includes('offline_access') && { prompt: 'consent' }),
    ...(authority.resource !== undefined && { resource: authority.resource }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  process.stderr.write(`Log in at this address${browser ? ', if no browser opens' : ''}:\n${address.href}\n`);
  const answer = redirect.answer(state);
  if (browser) openBrowser(address.href);
  const code = codeIn(await answer, authority);
  const issued = await requestTokens({ url: authority.token_url, clock: systemClock, log: () => {} }, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirect.address,
    code_verifier: verifier,
    resource: authority.resource,
  });
  if ('error' in issued) throw new Failure(issued.error, 'Run the command again.');
  if (!('status' in issued)) return issued;
  const suffix = issued.code === '' ? '' : `, ${issued.code}`;
  throw new Failure(
    `${authority.issuer} issued no access token (HTTP ${issued.status}${suffix}).`,
    'Run the command again.',
  );
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** The issuer is compared before anything else is read (RFC 9207). @throws Failure */
function codeIn(answer: URLSearchParams, { issuer, namesIssuer }: Authority): string {
  const named = answer.get('iss');
  if (named === null ? namesIssuer : named !== issuer)
    throw new Failure(
      `The answer of the login is not from "${issuer}".`,
      'Do not log in again before you know why: another server may have taken its place.',
    );
  const code = answer.get('code');
  if (code !== null) return code;
  const error = answer.get('error') ?? '';
  const suffix = /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '';
  throw new Failure(`The login was not completed${suffix}.`, 'Run the command again.');
}

/** @throws Failure where none can be registered. */
async function registerClient(authority: Authority, port: number) {
  const { issuer, register_url } = authority;
  if (register_url === '')
    throw new Failure(
      `"${issuer}" registers no clients by itself.`,
      'Register one there by hand with the redirect address http://127.0.0.1:8766/callback, and log in with `--client-id <id> --port 8766`.',
    );
  const redirect = await openRedirect(port);
  if (redirect === undefined) throw new Failure(`The port ${port} is in use.`, 'Choose another --port.');
  const method = authority.isPublicAllowed ? 'none' : authority.credentials === 'body' ? POST : 'client_secret_basic';
  const metadata = {
    client_name: 'Haft',
    application_type: 'native',
    redirect_uris: [redirect.address],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
  };
  try {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(metadata) };
    return { client: clientIn(await fetchObject(register_url, sent), method), redirect };
  } catch (thrown) {
    redirect.close();
    throw new Failure(
      `"${issuer}" registers no client: ${thrownMessage(thrown)}.`,
      'Register one by hand, and name it with --client-id.',
    );
  }
}

const POST = 'client_secret_post';

function clientIn(answer: JsonObject, fallback: string): OAuthClient {
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method = fallback } = answer;
  if (typeof id !== 'string') throw new Error('its answer has no client_id');
  return {
    id,
    secret: typeof secret === 'string' && method !== 'none' ? secret : '',
    credentials: method === POST ? 'body' : 'header',
  };
}
