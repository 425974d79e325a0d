/** Credentials of connections: Basic, and access tokens (OAuth 2.0, RFC 6749 §4.4 and §6), requested once for all calls and kept in memory alone. */
import { textOf } from '../../language/template.ts';
import { decodedOr } from '../../server/percent-encode.ts';
import type { Authenticate, OutgoingRequest } from './request.ts';
import type { Clock } from '../../server/clock.ts';
import type { ConnectionDescriptor } from '../../descriptor/descriptor.ts';
import type { ConnectionAuth, TokenRequest } from '../../descriptor/http-descriptor.ts';
import { type SetVariables, neededVariables } from '../../server/environment.ts';
import { type ToolFailure, failure, isFailure, retryOnce } from '../../server/failure.ts';
import { type Json, isObject } from '../../language/json.ts';
import type { Redact } from '../../redaction/redact.ts';
import { createRedact } from '../../redaction/secret-search.ts';
import { type RequestLimits, type RawResponse, exchange, sendWithin, textIn } from './exchange.ts';
import { encodePairs } from './request.ts';
import type { PartContext, ConnectionTransport } from './parts.ts';
import { parseJson } from '../shared/response.ts';

const states = new WeakMap<ConnectionDescriptor, TokenState>();

const TIMEOUT = 30_000;

/** What is in the address is moved to a header, unless another header says otherwise. Tokens are added when the request is sent. */
export const authenticate: Authenticate = (url, { auth }, scope, fields) => {
  if (auth?.basic !== undefined) {
    const name = textOf(auth.basic.user, scope);
    const secret = textOf(auth.basic.password, scope);
    if (name + secret !== '') fields.set('authorization', basicCredentials(name, secret));
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username + password !== '' && !fields.has('authorization'))
    fields.set('authorization', basicCredentials(decodedOr(username), decodedOr(password)));
};

/** In UTF-8. */
function basicCredentials(user: string, password: string): string {
  const login = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...login))}`;
}

interface Token {
  readonly text: string;
  /** Time of the clock from which a new one is requested. */
  readonly renewAt: number;
}

/** The tokens of one connection, which all its tools share. */
interface TokenState {
  token: Token | undefined;
  /** The request under way: calls at the same time wait for the same one. */
  pending: Promise<Token | ToolFailure> | undefined;
  /** A service may replace a refresh token by using it (RFC 6749 §6). */
  refresh: string | undefined;
  secrets: string[];
  redact: Redact;
}

/** Sends requests with an access token, and once more with a new one where the service does not accept it. */
export function tokenSender(connection: ConnectionDescriptor, context: PartContext): ConnectionTransport {
  const state = states.get(connection) ?? {
    token: undefined,
    pending: undefined,
    refresh: undefined,
    secrets: [],
    redact: createRedact({}, {}),
  };
  states.set(connection, state);
  const source: TokenSource = { state, auth: connection.auth ?? {}, env: context.env, clock: context.clock };
  const { redact: base } = context;
  return {
    hide: (text) => state.redact.text(text),
    redact: {
      active: true,
      text: (text) => base.text(state.redact.text(text)),
      json: (value, indent) => base.jsonText(state.redact.json(value, indent)),
      jsonText: (text) => base.jsonText(state.redact.jsonText(text)),
    },
    async send(request, limits) {
      const token = await currentToken(source, limits);
      if (isFailure(token)) return token;
      const received = await exchange(withToken(request, token), limits);
      if (isFailure(received) || received.status !== 401) return received;
      // Another call may have got a new one in the meantime.
      if (state.token === token) state.token = undefined;
      const renewed = await currentToken(source, limits);
      return isFailure(renewed) ? renewed : exchange(withToken(request, renewed), limits);
    },
  };
}

interface TokenSource {
  readonly state: TokenState;
  readonly auth: ConnectionAuth;
  readonly env: SetVariables;
  readonly clock: Clock;
}

function withToken(request: OutgoingRequest, { text }: Token): OutgoingRequest {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${text}`);
  return { ...request, headers };
}

async function currentToken(source: TokenSource, limits: RequestLimits): Promise<Token | ToolFailure> {
  const { state, clock } = source;
  if (state.token !== undefined && clock.now() < state.token.renewAt) return state.token;
  state.pending ??= requestToken(source, limits).finally(() => {
    state.pending = undefined;
  });
  return state.pending;
}

/** For all that wait: it goes on when the call that has asked first is cancelled. */
async function requestToken(source: TokenSource, { call, clock }: RequestLimits): Promise<Token | ToolFailure> {
  const { state, auth } = source;
  const grant: TokenRequest | undefined = auth.client_credentials ?? auth.refresh_token;
  const request = grant && buildTokenRequest(grant, source);
  if (grant === undefined || request === undefined) return badAddress();
  const place = { base_url: grant.token_url, timeout_ms: TIMEOUT };
  const forAll = { signal: new AbortController().signal, log: call.log };
  const limits: RequestLimits = {
    connection: place,
    call: forAll,
    clock,
    deadline: TIMEOUT,
    repeat: 'harmless',
    reach: 'unsent',
  };
  const received = await sendWithin(exchange, request, limits);
  if (isFailure(received)) return noToken(received);
  const token = readToken(received, source);
  if (isFailure(token)) return token;
  state.token = token;
  return token;
}

function buildTokenRequest(grant: TokenRequest, { state, auth, env }: TokenSource): OutgoingRequest | undefined {
  const [id, secret, place] = [grant.client_id, grant.client_secret ?? '', grant.token_url].map((text) =>
    textOf(text, { env }),
  );
  if (place === undefined || !URL.canParse(place) || !isSafe(new URL(place))) return undefined;
  const inBody = grant.credentials === 'body' || secret === '';
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  // RFC 6749 §2.3.1: both are form-encoded before they are joined.
  if (!inBody)
    headers.set('authorization', basicCredentials(encodeURIComponent(id ?? ''), encodeURIComponent(secret ?? '')));
  const refresh = auth.client_credentials
    ? undefined
    : (state.refresh ?? textOf(auth.refresh_token?.refresh_token ?? '', { env }));
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['grant_type', refresh === undefined ? 'client_credentials' : 'refresh_token'],
    ['refresh_token', refresh],
    ['scope', grant.scope === undefined ? undefined : textOf(grant.scope, { env })],
    ['audience', grant.audience === undefined ? undefined : textOf(grant.audience, { env })],
    ['client_id', inBody ? id : undefined],
    ['client_secret', inBody ? secret : undefined],
  ];
  const pairs = fields.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
  // A refresh token that can be used only once must not be sent twice.
  const retry = { attempts: refresh === undefined ? 3 : 1 };
  return { url: new URL(place), method: 'POST', headers, body: encodePairs(pairs), retry };
}

/** Secrets go over https, or stay on this machine. */
function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** RFC 6749 §5.1. */
function readToken(received: RawResponse, { state, auth, clock }: TokenSource): Token | ToolFailure {
  const text = textIn(received);
  const json: Json | undefined = isFailure(text) ? undefined : parseJson(text);
  const body = isObject(json) ? json : {};
  const { access_token: token, expires_in: seconds, refresh_token: refresh, token_type: type = 'bearer' } = body;
  const isToken = typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) && /^bearer$/i.test(String(type));
  if (received.status < 200 || received.status > 299 || !isToken)
    return loginRejected(received.status, body['error'], auth);
  const known = [token, ...(typeof refresh === 'string' ? [refresh] : []), ...state.secrets];
  state.secrets = [...new Set(known)].slice(0, 8);
  state.redact = createRedact({}, {}, state.secrets);
  if (typeof refresh === 'string' && refresh !== '' && auth.refresh_token) state.refresh = refresh;
  const life = Number(seconds) > 0 ? Number(seconds) * 1000 : Infinity;
  return { text: token, renewAt: clock.now() + life - Math.min(60_000, life / 10) };
}

function loginRejected(status: number, error: Json | undefined, auth: ConnectionAuth): ToolFailure {
  const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? `, ${error}` : '';
  const names = [...new Set(neededVariables(auth))].join(', ');
  return failure(
    'auth_failed',
    `The service issued no access token (HTTP ${status}${code}).`,
    `Ask the user to check ${names === '' ? 'the credentials' : names} in the settings of this server. Do not retry.`,
  );
}

function noToken({ error }: ToolFailure): ToolFailure {
  return failure('auth_failed', `The request for an access token failed. ${error}`, retryOnce('tell the user'));
}

function badAddress(): ToolFailure {
  return failure(
    'bad_configuration',
    'The configured address for access tokens is not an https URL.',
    "Ask the user to fix this server's entry in the host configuration. Do not retry.",
  );
}
