/** Tokens of a user who has logged in with `haft login`: read from the folder of logins, renewed, and stored there again. */
import type { ConnectionAuth } from '../descriptor/http-descriptor.ts';
import { textOf } from '../language/template.ts';
import type { Call } from '../server/context.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import type { Challenge } from './challenge.ts';
import {
  type StoredLogin,
  type StoreProblem,
  loginFile,
  loginFolder,
  readLogin,
  withLock,
  writeLogin,
} from './store.ts';
import { type IssuedTokens, requestTokens } from './token-request.ts';
import type { OpenTokens, TokenContext, TokenSource } from './token-source.ts';
import { notIssued, rememberTokens } from './tokens.ts';

/** `login` of `auth:`. The server itself never asks a user to log in. */
export const openLogin: OpenTokens = (auth, context): TokenSource => {
  const tokens = rememberTokens(context.clock, ({ rejected }, log) =>
    currentLogin(auth, { ...context, log }, rejected),
  );
  return {
    ...tokens,
    reject(token, challenge) {
      if (challenge?.error === 'insufficient_scope') return needsScope(context.name, challenge);
      tokens.forget(token, challenge);
      return true;
    },
  };
};

interface LoginContext extends TokenContext {
  readonly log: Call['log'];
}

/** Milliseconds before its end in which a token is renewed. */
const EARLY = 30_000;

/** The stored token, or a new one in its place where it has ended or was rejected. */
export async function currentLogin(
  { login = {} }: ConnectionAuth,
  context: LoginContext,
  rejected: string | undefined,
): Promise<IssuedTokens | ToolFailure> {
  const { name, resource, env } = context;
  if (typeof process === 'undefined') return failure('login_required', 'This platform keeps no logins.', NO_FOLDER);
  const folder = await loginFolder();
  const file = await loginFile(resource, textOf(login.client_id ?? '', { env }));
  const read = async (): Promise<StoredLogin | ToolFailure> => {
    const entry = await readLogin(folder, file);
    return entry === undefined ? needsLogin(name, 'is missing') : 'problem' in entry ? unusable(name, entry) : entry;
  };
  const stored = await read();
  if (isFailure(stored) || isGood(stored, rejected)) return isFailure(stored) ? stored : tokensOf(stored);
  return withLock(folder, file, async () => {
    // Another process may have renewed it, and its refresh token is then the only one that is valid.
    const now = await read();
    if (isFailure(now) || isGood(now, rejected)) return isFailure(now) ? now : tokensOf(now);
    const renewed = await renew(now, context);
    if (isFailure(renewed)) return renewed;
    const problem = await writeLogin(folder, file, renewed);
    if (problem) context.log(`login ${name}: renewed, but not stored. ${problem.problem}`, 'warn');
    return tokensOf(renewed);
  });
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
  return issued.status < 429 ? needsLogin(name, 'has ended') : notIssued(issued, []);
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

/** Only what is harmless in a command line is repeated. */
function needsScope(name: string, { scopes }: Challenge): ToolFailure {
  const plain = scopes.filter((scope) => /^[\w.:/-]{1,99}$/.test(scope));
  const flag = plain.length === 0 ? '' : ` --scope "${plain.join(' ')}"`;
  return failure(
    CODE,
    `The login of "${name}" does not allow this call.`,
    `Ask the user to run \`haft login ${name}${flag}\`. Do not retry before that.`,
  );
}
