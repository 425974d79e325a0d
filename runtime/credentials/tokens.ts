/** Access tokens for other services, requested once for all calls, stored in memory and renewed before they end. */
import { entryOf, forgetOldest } from '../server/memory.ts';
import { thrownMessage } from '../language/describe.ts';
import type { ConnectionAuth, TokenRequest } from '../descriptor/http-descriptor.ts';
import { textOf } from '../language/template.ts';
import { createRedact } from '../redaction/secret-search.ts';
import type { Clock } from '../server/clock.ts';
import { type SetVariables, neededVariables } from '../server/environment.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import type { Call } from '../server/context.ts';
import { requireModule } from '../language/require-module.ts';
import { type Challenge, isForScope, printableScopes, scopesIn } from './challenge.ts';
import type { AccessToken, TokenContext, TokenSource } from './token-source.ts';
import { type IssuedTokens, type TokenRefusal, requestTokens } from './token-request.ts';

/** By owner, and by the token of the caller where that is exchanged: two tokens of one user may allow different things. */
type Sources = Map<object, Map<string, TokenSource>>;

const OPEN = new WeakMap<SetVariables, Sources>();

/** Callers whose tokens are remembered for one owner; the one that has called least recently is forgotten. */
const MAX_CALLERS = 1000;

/** The tokens for an owner of `auth:`, the same for all tools of a server. */
export function tokensFor(owner: { readonly auth?: ConnectionAuth }, context: TokenContext): TokenSource {
  const { env, modules } = context;
  const { auth = {} } = owner;
  const owners: Sources = entryOf(OPEN, env, () => new Map());
  const sources = entryOf(owners, owner, () => new Map<string, TokenSource>());
  const caller = (auth.exchange && context.callerToken) ?? '';
  const open = auth.login ? requireModule(modules.loginTokens, 'logins') : openGrants;
  const source = sources.get(caller) ?? open(auth, context);
  sources.delete(caller);
  forgetOldest(sources, MAX_CALLERS);
  sources.set(caller, source);
  return source;
}

/** What a request for tokens is made for. */
interface Wanted {
  readonly challenge: Challenge | undefined;
  /** What the service has not accepted. */
  readonly rejected: string | undefined;
}

type Issue = AccessToken | ToolFailure | undefined;

type Request = (wanted: Wanted, log: Call['log']) => Promise<IssuedTokens | ToolFailure | undefined>;

/** `caller`: what is exchanged for it, of which the service may hear too. */
export function rememberTokens(clock: Clock, request: Request, caller = ''): TokenSource {
  let token: AccessToken | undefined;
  let secrets: readonly string[] = [];
  let redact = createRedact({}, {});
  const isNew = (rejected: string | undefined): boolean =>
    token !== undefined && token.text !== rejected && clock.now() < token.renewAt;
  const renew = async (wanted: Wanted, log: Call['log']): Promise<Issue> => {
    // A request before this one may have brought it.
    if (isNew(wanted.rejected)) return token;
    const issued = await request(wanted, log);
    if (issued === undefined || isFailure(issued)) return issued;
    const { access, refresh = '', life = Infinity } = issued;
    secrets = [...new Set([access, refresh, ...secrets])].filter((secret) => secret !== '').slice(0, 8);
    redact = createRedact({}, {}, [...secrets, caller]);
    token = { text: access, renewAt: clock.now() + life - Math.min(60_000, life / 10) };
    return token;
  };
  const inTurn = oneAtATime(renew);
  return {
    current: (log) =>
      isNew(undefined) ? Promise.resolve(token) : inTurn({ challenge: undefined, rejected: undefined }, log),
    another(sent, challenge, log) {
      // A token that lacks a scope is good for other calls, also when no wider one is issued.
      if (!isForScope(challenge) && token === sent) token = undefined;
      return inTurn({ challenge, rejected: sent?.text }, log);
    },
    redact: () => redact,
  };
}

/** Calls that want the same at the same time wait for the same request; others wait for it to end, as it may use up a refresh token. */
function oneAtATime(renew: (wanted: Wanted, log: Call['log']) => Promise<Issue>): typeof renew {
  const pending = new Map<string | undefined, Promise<Issue>>();
  let last: Promise<unknown> = Promise.resolve();
  return (wanted, log) => {
    const { challenge } = wanted;
    const key = challenge && JSON.stringify(isForScope(challenge) ? challenge.scopes : []);
    const open = pending.get(key) ?? last.then(() => renew(wanted, log)).finally(() => pending.delete(key));
    pending.set(key, open);
    last = open.catch(() => {});
    return open;
  };
}

/** Client credentials (RFC 6749 §4.4), a refresh token from the environment (§6), and what modules add to them. */
function openGrants(auth: ConnectionAuth, context: TokenContext): TokenSource {
  return rememberTokens(context.clock, grantRequest(auth, context), context.callerToken);
}

function grantRequest(auth: ConnectionAuth, context: TokenContext): Request {
  const { env, clock, modules } = context;
  const grant: Partial<TokenRequest> =
    auth.client_credentials ?? auth.refresh_token ?? auth.exchange ?? auth.workload ?? {};
  const caller = auth.exchange && requireModule(modules.exchangeGrant, 'token exchange')(auth, context);
  const text = (template = ''): string => textOf(template, { env });
  // A service may replace a refresh token by using it.
  let refresh = auth.refresh_token && text(auth.refresh_token.refresh_token);
  let granted = scopesIn(text(grant.scope));
  // Says where tokens are, also when the first of them ends.
  let answered: Challenge | undefined;
  return async ({ challenge = answered }, log) => {
    if (isFailure(caller)) return caller;
    const place = await endpointOf(grant, context, challenge);
    if (place === undefined || isFailure(place)) return place;
    const proof = await modules.proveClient?.(auth, place.issuer ?? place.url, env);
    if (isFailure(proof)) return proof;
    const client = {
      id: text(grant.client_id),
      secret: text(grant.client_secret),
      credentials: grant.credentials ?? place.credentials,
    };
    const scopes = [...new Set([...granted, ...(challenge?.scopes ?? [])])];
    const issued = await requestTokens({ url: place.url, clock, log }, client, {
      grant_type: refresh === undefined ? 'client_credentials' : 'refresh_token',
      refresh_token: refresh,
      scope: scopes.join(' '),
      audience: text(grant.audience),
      resource: place.resource,
      ...caller?.fields,
      ...proof,
    });
    if ('status' in issued && issued.code === 'invalid_scope' && scopes.length > granted.length)
      return scopeRefused(challenge);
    if ('status' in issued) return (caller?.refused ?? notIssued)(issued, neededVariables(auth));
    if (isFailure(issued)) return issued;
    [granted, answered] = [scopes, challenge];
    refresh = refresh && (issued.refresh ?? refresh);
    return { ...(caller && { life: caller.life }), ...issued };
  };
}

interface Endpoint {
  readonly url: string;
  readonly credentials: 'header' | 'body';
  readonly resource?: string | undefined;
  /** Where its metadata name it. */
  readonly issuer?: string;
}

async function endpointOf(
  { token_url }: Partial<TokenRequest>,
  { env, resource, modules }: TokenContext,
  challenge: Challenge | undefined,
): Promise<Endpoint | ToolFailure | undefined> {
  if (token_url !== undefined) return { url: textOf(token_url, { env }), credentials: 'header' };
  if (challenge === undefined) return undefined;
  try {
    const metadata = await requireModule(modules.discoverTokens, 'the metadata of logins')(resource, challenge);
    const { token_url: url, credentials, issuer } = metadata;
    return { url, credentials, issuer, resource: metadata.resource };
  } catch (thrown) {
    const reason = thrownMessage(thrown);
    return failure('auth_failed', `No token endpoint was found: ${reason}.`, 'Tell the user. Do not retry.');
  }
}

function notIssued({ status, code }: TokenRefusal, variables: readonly string[]): ToolFailure {
  const names = [...new Set(variables)].join(', ');
  return failure(
    'auth_failed',
    `The service issued no access token (HTTP ${status}${code === '' ? '' : `, ${code}`}).`,
    `Ask the user to check ${names === '' ? 'the credentials' : names} in the settings of this server. Do not retry.`,
  );
}

function scopeRefused(challenge: Challenge | undefined): ToolFailure {
  const scopes = printableScopes(challenge);
  return failure(
    'auth_failed',
    `The service wants ${scopes === '' ? 'another scope' : `the scope "${scopes}"`} for this call, which the authorization server does not grant.`,
    'Ask the user to have it granted to the client of this server. Do not retry before that.',
  );
}
