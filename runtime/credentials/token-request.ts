/** Requests to a token endpoint (OAuth 2.0, RFC 6749): for all calls that wait, and without what the endpoint says of them. */
import { encodePairs } from '../behaviors/http/request.ts';
import { exchange, sendWithin, textIn } from '../behaviors/http/exchange.ts';
import { parseJson } from '../behaviors/shared/response.ts';
import { isObject } from '../language/json.ts';
import type { Clock } from '../server/clock.ts';
import { badConfiguration } from '../server/bad-value.ts';
import type { Call } from '../server/context.ts';
import { type ToolFailure, failure, isFailure, retryOnce } from '../server/failure.ts';
import { isPrivate } from '../upstream/http.ts';

/** Milliseconds. */
const TIMEOUT = 30_000;

/** Who asks for a token; without a secret, a public client. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  /** How it authenticates (RFC 6749 §2.3.1). */
  readonly credentials: 'header' | 'body';
}

/** RFC 6749 §5.1. */
export interface IssuedTokens {
  readonly access: string;
  readonly refresh?: string;
  /** Milliseconds; absent where the service does not say it. */
  readonly life?: number;
  readonly scope?: string;
}

/** RFC 6749 §5.2; `code` is empty where the endpoint names none. */
export interface TokenRefusal {
  readonly status: number;
  readonly code: string;
}

interface TokenPlace {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Call['log'];
}

/** Fields without a value are not sent. A failure is that of the way there, and of an address that others could read along. */
export async function requestTokens(
  { url, clock, log }: TokenPlace,
  client: OAuthClient,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<IssuedTokens | TokenRefusal | ToolFailure> {
  if (!URL.canParse(url) || !isPrivate(new URL(url)))
    return badConfiguration('The configured address for access tokens is not an https URL.');
  const inBody = client.credentials === 'body' || client.secret === '';
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  // RFC 6749 §2.3.1: both are form-encoded before they are joined.
  if (!inBody)
    headers.set('authorization', basicCredentials(encodeURIComponent(client.id), encodeURIComponent(client.secret)));
  const own = inBody ? { client_id: client.id, client_secret: client.secret } : {};
  const pairs = Object.entries({ ...fields, ...own }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
  // What can be used only once must not be sent twice.
  const isHarmless = fields['grant_type'] === 'client_credentials' && fields['client_assertion'] === undefined;
  const retry = { attempts: isHarmless ? 3 : 1 };
  const place = new URL(url);
  const request = { url: place, logPath: place.pathname, method: 'POST', headers, body: encodePairs(pairs), retry };
  const received = await sendWithin(exchange, request, {
    connection: { base_url: url, timeout_ms: TIMEOUT },
    // It goes on when the call that has asked first is cancelled.
    call: { signal: new AbortController().signal, log },
    clock,
    deadline: TIMEOUT,
    repeat: 'harmless',
    reach: 'unsent',
  });
  if (isFailure(received)) return noToken(received);
  const text = textIn(received);
  return readIssued(
    received.status,
    isFailure(text) ? undefined : parseJson(text),
    fields['subject_token'] ?? fields['assertion'] ?? '',
  );
}

/** In UTF-8. */
export function basicCredentials(user: string, password: string): string {
  const login = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...login))}`;
}

/** `sent`: the token that another one is requested for. */
function readIssued(status: number, json: unknown, sent: string): IssuedTokens | TokenRefusal | ToolFailure {
  const body: Readonly<Record<string, unknown>> = isObject(json) ? json : {};
  const { access_token, expires_in, refresh_token: refresh, scope, error } = body;
  const access = typeof access_token === 'string' ? access_token : '';
  const flaw = status > 299 ? 'it is a redirect, which is not followed' : flawIn(json, access, sent);
  const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : '';
  if (status > 399 || (flaw !== undefined && code !== '')) return { status, code };
  if (flaw !== undefined) return unusable(status, flaw);
  const seconds = typeof expires_in === 'string' && expires_in.trim() !== '' ? Number(expires_in) : expires_in;
  return {
    access,
    ...(typeof refresh === 'string' && refresh !== '' && { refresh }),
    // A token that has ended by now is good for what waits for it, and for nothing later.
    ...(typeof seconds === 'number' && !Number.isNaN(seconds) && { life: Math.max(0, seconds) * 1000 }),
    ...(typeof scope === 'string' && { scope }),
  };
}

/** Why the response has no token that can be sent to a service. */
function flawIn(json: unknown, access: string, sent: string): string | undefined {
  if (!isObject(json)) return 'it is no JSON object';
  if (access === '') return 'it has no `access_token`';
  if (!/^[\x21-\x7e]+$/.test(access)) return 'its `access_token` has characters that cannot be in a token';
  const { token_type: type = 'bearer' } = json;
  if (!/^bearer$/i.test(String(type))) return 'its `token_type` is not Bearer';
  if (sent !== '' && access.includes(sent))
    return 'its `access_token` is the token that it was requested with, which is sent to no service';
  return undefined;
}

function unusable(status: number, flaw: string): ToolFailure {
  return failure(
    'auth_failed',
    `The token endpoint returned no token that can be used (HTTP ${status}): ${flaw}.`,
    'Ask the operator of the authorization server to have this endpoint issue a Bearer token for the service. Do not retry before that.',
  );
}

function noToken({ error }: ToolFailure): ToolFailure {
  return failure('auth_failed', `The request for an access token failed. ${error}`, retryOnce('tell the user'));
}
