/** Access tokens for other services, requested once for all calls, stored in memory and renewed before they end. */
import { entryOf } from '../server/memory.ts';
import { thrownMessage } from '../language/describe.ts';
import type { ConnectionAuth, TokenRequest } from '../descriptor/http-descriptor.ts';
import { textOf } from '../language/template.ts';
import { createRedact } from '../redaction/secret-search.ts';
import type { Clock } from '../server/clock.ts';
import { type SetVariables, neededVariables } from '../server/environment.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import type { Call } from '../server/context.ts';
import { requireModule } from '../language/require-module.ts';
import { type Challenge, scopesIn } from './challenge.ts';
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
  sources.set(caller, source);
  const [oldest = ''] = sources.keys();
  if (sources.size > MAX_CALLERS) sources.delete(oldest);
  return source;
}

/** What a request for tokens is made for. */
interface Wanted {
  readonly challenge: Challenge | undefined;
  /** What the service has not accepted. */
  readonly rejected: string | undefined;
}

type Request = (wanted: Wanted, log: Call['log']) => Promise<IssuedTokens | ToolFailure | undefined>;

/** Calls at the same time wait for the same request. `caller`: what is exchanged for it, of which the service may hear too. */
export function rememberTokens(
  clock: Clock,
  request: Request,
  caller = '',
): Omit<TokenSource, 'reject'> & { forget: Forget } {
  let token: AccessToken | undefined;
  let pending: Promise<AccessToken | ToolFailure | undefined> | undefined;
  let wanted: Wanted = { challenge: undefined, rejected: undefined };
  let secrets: readonly string[] = [];
  let redact = createRedact({}, {});
  const renew = async (log: Call['log']): Promise<AccessToken | ToolFailure | undefined> => {
    const issued = await request(wanted, log);
    if (issued === undefined || isFailure(issued)) return issued;
    const { access, refresh = '', life = Infinity } = issued;
    secrets = [...new Set([access, refresh, ...secrets])].filter((secret) => secret !== '').slice(0, 8);
    redact = createRedact({}, {}, [...secrets, caller]);
    token = { text: access, renewAt: clock.now() + life - Math.min(60_000, life / 10) };
    return token;
  };
  return {
    current(log) {
      if (token !== undefined && clock.now() < token.renewAt) return Promise.resolve(token);
      pending ??= renew(log).finally(() => (pending = undefined));
      return pending;
    },
    forget(sent, challenge) {
      // Another call may have got a new one in the meantime.
      if (token !== sent) return;
      token = undefined;
      wanted = { challenge: challenge ?? wanted.challenge, rejected: sent?.text };
    },
    redact: () => redact,
  };
}

type Forget = (sent: AccessToken | undefined, challenge: Challenge | undefined) => void;

/** Client credentials (RFC 6749 §4.4), a refresh token from the environment (§6), and what modules add to them. */
function openGrants(auth: ConnectionAuth, context: TokenContext): TokenSource {
  const tokens = rememberTokens(context.clock, grantRequest(auth, context), context.callerToken);
  return {
    ...tokens,
    reject(token, challenge) {
      tokens.forget(token, challenge);
      return true;
    },
  };
}

function grantRequest(auth: ConnectionAuth, context: TokenContext): Request {
  const { env, clock, modules } = context;
  const grant: Partial<TokenRequest> =
    auth.client_credentials ?? auth.refresh_token ?? auth.exchange ?? auth.workload ?? {};
  const caller = auth.exchange && requireModule(modules.exchangeGrant, 'token exchange')(auth, context);
  const text = (template = ''): string => textOf(template, { env });
  // A service may replace a refresh token by using it.
  let refresh = auth.refresh_token && text(auth.refresh_token.refresh_token);
  const scopes = new Set(scopesIn(text(grant.scope)));
  return async ({ challenge }, log) => {
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
    for (const scope of challenge?.scopes ?? []) scopes.add(scope);
    const issued = await requestTokens({ url: place.url, clock, log }, client, {
      grant_type: refresh === undefined ? 'client_credentials' : 'refresh_token',
      refresh_token: refresh,
      scope: [...scopes].join(' '),
      audience: text(grant.audience),
      resource: place.resource,
      ...caller?.fields,
      ...proof,
    });
    if ('status' in issued) return (caller?.refused ?? notIssued)(issued, neededVariables(auth));
    if (isFailure(issued)) return issued;
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

export function notIssued({ status, code }: TokenRefusal, variables: readonly string[]): ToolFailure {
  const names = [...new Set(variables)].join(', ');
  return failure(
    'auth_failed',
    `The service issued no access token (HTTP ${status}${code === '' ? '' : `, ${code}`}).`,
    `Ask the user to check ${names === '' ? 'the credentials' : names} in the settings of this server. Do not retry.`,
  );
}
