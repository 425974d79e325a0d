/** Tokens of a user who has logged in with `haft login`: read from the folder of logins, renewed, and stored there again. */
import type { ConnectionAuth } from '../descriptor/http-descriptor.ts';
import { textOf } from '../language/template.ts';
import type { Call } from '../server/context.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import { type Challenge, isForScope, printableScopes } from './challenge.ts';
import {
  type StoredLogin,
  type StoreProblem,
  loginFile,
  loginFolder,
  readLogin,
  withLock,
  writeLogin,
} from './store.ts';
import { type IssuedTokens, type TokenRefusal, requestTokens } from './token-request.ts';
import type { OpenTokens, TokenContext, TokenSource } from './token-source.ts';
import { rememberTokens } from './tokens.ts';

/** `login` of `auth:`. The server itself never asks a user to log in. */
export const openLogin: OpenTokens = (auth, context): TokenSource =>
  rememberTokens(context.clock, async ({ challenge, rejected }, log) => {
    const own = { ...context, log };
    if (challenge === undefined || !isForScope(challenge)) return currentLogin(auth, own, rejected);
    // The user may have logged in again with what is needed.
    const stored = await storedLogin(auth, own);
    return isFailure(stored) || !isGood(stored, rejected) ? needsScope(context.name, challenge) : tokensOf(stored);
  });

interface LoginContext extends TokenContext {
  readonly log: Call['log'];
}

/** Milliseconds before its end in which a token is renewed. */
const EARLY = 30_000;

/** The stored token, or a new one in its place where it has ended or was rejected. */
export async function currentLogin(
  auth: ConnectionAuth,
  context: LoginContext,
  rejected: string | undefined,
): Promise<IssuedTokens | ToolFailure> {
  const stored = await storedLogin(auth, context);
  if (isFailure(stored) || isGood(stored, rejected)) return isFailure(stored) ? stored : tokensOf(stored);
  const { folder, file, name } = await placeOf(auth, context);
  const renewal = async (): Promise<IssuedTokens | ToolFailure> => {
    // Another process may have renewed it, and its refresh token is then the only one that is valid.
    const now = await storedLogin(auth, context);
    if (isFailure(now) || isGood(now, rejected)) return isFailure(now) ? now : tokensOf(now);
    const renewed = await renew(now, context);
    if (isFailure(renewed)) return renewed;
    const problem = await writeLogin(folder, file, renewed);
    if (problem) context.log(`login ${name}: renewed, but not stored. ${problem.problem}`, 'warn');
    return tokensOf(renewed);
  };
  return withLock(folder, file, renewal, (text) => context.log(`login ${name}: ${text}`, 'warn'));
}

async function placeOf({ login = {} }: ConnectionAuth, { name, resource, env }: LoginContext) {
  const file = await loginFile(resource, textOf(login.client_id ?? '', { env }));
  return { name, folder: await loginFolder(), file };
}

async function storedLogin(auth: ConnectionAuth, context: LoginContext): Promise<StoredLogin | ToolFailure> {
  if (typeof process === 'undefined') return failure('login_required', 'This platform keeps no logins.', NO_FOLDER);
  const { name, folder, file } = await placeOf(auth, context);
  const entry = await readLogin(folder, file);
  if (entry === undefined) return needsLogin(name, 'is missing');
  return 'problem' in entry ? unusable(name, entry) : entry;
}

const NO_FOLDER = 'Ask the user to run this server with Node. Do not retry.';

function isGood({ access_token, ends = Infinity }: StoredLogin, rejected: string | undefined): boolean {
  return access_token !== rejected && ends - EARLY > Date.now();
}

function tokensOf({ access_token: access, refresh_token: refresh, ends }: StoredLogin): IssuedTokens {
  return { access, ...(refresh !== undefined && { refresh }), ...(ends !== undefined && { life: ends - Date.now() }) };
}

/** A login with new tokens (RFC 6749 §6). */
async function renew(stored: StoredLogin, { name, clock, log }: LoginContext): Promise<StoredLogin | ToolFailure> {
  const { client_id: id, client_secret: secret = '', credentials = 'header', refresh_token, token_url: url } = stored;
  if (refresh_token === undefined) return needsLogin(name, 'has ended');
  const issued = await requestTokens(
    { url, clock, log },
    { id, secret, credentials },
    {
      grant_type: 'refresh_token',
      refresh_token,
      resource: stored.audience,
    },
  );
  if (isFailure(issued)) return issued;
  if (!('status' in issued)) return withTokens(stored, issued);
  // Whatever else is the answer says nothing of the login: a proxy on the way, a service that is down.
  return issued.code === 'invalid_grant' ? needsLogin(name, 'has ended') : notRenewed(name, issued);
}

function notRenewed(name: string, { status, code }: TokenRefusal): ToolFailure {
  return failure(
    'auth_failed',
    `The login of "${name}" could not be renewed (HTTP ${status}${code === '' ? '' : `, ${code}`}).`,
    `Retry once in a minute. If it fails again, ask the user to run \`haft login ${name}\`.`,
  );
}

/** A service that issues no new refresh token, or does not say the scope, keeps the one of before. */
export function withTokens(stored: Omit<StoredLogin, 'access_token'>, issued: IssuedTokens): StoredLogin {
  const { ends: _ends, ...rest } = stored;
  const { access: access_token, refresh = stored.refresh_token, life, scope = stored.scope } = issued;
  return {
    ...rest,
    scope,
    access_token,
    ...(refresh !== undefined && { refresh_token: refresh }),
    ...(life !== undefined && { ends: Math.round(Date.now() + life) }),
  };
}

const CODE = 'login_required';

function needsLogin(name: string, how: 'is missing' | 'has ended'): ToolFailure {
  return failure(
    CODE,
    `The login of "${name}" ${how}.`,
    `Ask the user to run \`haft login ${name}\`. Do not retry before that.`,
  );
}

function unusable(name: string, { problem, hint }: StoreProblem): ToolFailure {
  return failure(CODE, `The login of "${name}" cannot be used. ${problem}`, `${hint} Then run \`haft login ${name}\`.`);
}

function needsScope(name: string, challenge: Challenge): ToolFailure {
  const scopes = printableScopes(challenge);
  const flag = scopes === '' ? '' : ` --scope "${scopes}"`;
  return failure(
    CODE,
    `The login of "${name}" does not allow this call.`,
    `Ask the user to run \`haft login ${name}${flag}\`. Do not retry before that.`,
  );
}
