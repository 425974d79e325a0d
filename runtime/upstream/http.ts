/** Another MCP server over Streamable HTTP (MCP, basic/transports): one request for each message. */
import { type JsonObject, isObject, MAX_BYTES } from '../language/json.ts';
import { restoreNumbers } from '../redaction/exact-numbers.ts';
import { readCapped } from '../behaviors/shared/read-bytes.ts';
import { readEvents } from './resume.ts';
import { rpcFailure } from './rpc.ts';
import type { OpenWire, Sending, WireEvents } from './wire.ts';
import { NotReached, SessionExpired, UnusableResponse, WireError, parseMessage, tooLargeMessage } from './wire.ts';

export interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the variables in the address and the headers. */
  readonly variables: readonly string[];
  /** In place of `fetch`: with an access token. Throws a `WireError` where there is none. */
  readonly send?: (url: URL, init: RequestInit) => Promise<Response>;
}

/** Tokens and results stay unreadable to others: https, or an address of this machine. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  const isLocal = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

/** Nothing is sent before the first message. */
export function httpWire(endpoint: Endpoint): OpenWire {
  return (events) => {
    const state: HttpState = { session: undefined, version: undefined, closed: new AbortController() };
    return Promise.resolve({
      answersAtOnce: true,
      send: (message, sending = {}) => post(endpoint, state, events, { message, ...sending }),
      close: () => {
        const leaving = leave(endpoint, state);
        state.closed.abort();
        return leaving;
      },
    });
  };
}

interface HttpState {
  /** `Mcp-Session-Id`, where the server gave one. */
  session: string | undefined;
  /** `MCP-Protocol-Version` of the last message. */
  version: string | undefined;
  readonly closed: AbortController;
}

interface Sent extends Sending {
  readonly message: JsonObject;
}

async function post(endpoint: Endpoint, state: HttpState, events: WireEvents, sent: Sent): Promise<void> {
  const { message, headers = {} } = sent;
  state.version = headers['mcp-protocol-version'];
  const signal = sent.signal ? AbortSignal.any([sent.signal, state.closed.signal]) : state.closed.signal;
  const ask = (method: 'POST' | 'GET', more: Readonly<Record<string, string>> = {}): Promise<Response> =>
    request(endpoint, state, {
      method,
      body: method === 'POST' ? restoreNumbers(JSON.stringify(message)) : null,
      signal,
      headers: { ...headers, ...more },
    });
  const response = await ask('POST');
  if (!response.ok) return handleError(response, { endpoint, state, events, message, signal });
  // Only the handshake opens a session.
  if (message['method'] === 'initialize') state.session = response.headers.get('mcp-session-id') ?? undefined;
  const type = mediaTypeOf(response);
  try {
    if (type === 'text/event-stream') {
      await readEvents(response, {
        id: message['id'],
        onMessage: (received) => events.onMessage(received, message['id']),
        signal,
        reopen: (last) => ask('GET', { 'last-event-id': last }),
      });
    } else await receiveWhole(response, type === 'application/json' ? events.onMessage : undefined);
  } catch (thrown) {
    if (sent.signal?.aborted || thrown instanceof WireError) throw thrown;
    throw new WireError('its response ended early');
  }
}

/** Without parameters; its case says nothing (RFC 9110 §8.3.1). */
function mediaTypeOf({ headers }: Response): string {
  return /^[^;,\s]*/.exec(headers.get('content-type') ?? '')?.[0].toLowerCase() ?? '';
}

interface Rejected {
  readonly endpoint: Endpoint;
  readonly state: HttpState;
  readonly events: WireEvents;
  readonly message: JsonObject;
  readonly signal: AbortSignal;
}

/** An error of the protocol may come with any status (MCP 2026-07-28); others are those of HTTP. */
async function handleError(response: Response, rejected: Rejected): Promise<void> {
  const { endpoint, events, message } = rejected;
  const { status } = response;
  const isLogin = status === 401 || status === 403;
  const isJson = mediaTypeOf(response) === 'application/json';
  const bytes = isJson && !isLogin ? await readCapped(response, MAX_BYTES).catch(() => undefined) : undefined;
  await response.body?.cancel().catch(() => {});
  const value = bytes && parseMessage(new TextDecoder().decode(bytes));
  const error = isObject(value) ? value['error'] : undefined;
  if (await isExpired(status, rejected)) {
    const cause = isObject(error) ? rpcFailure(error, String(message['method'])) : undefined;
    const expired = new SessionExpired(`its session has expired (status ${status})`, { cause });
    events.onEnd(expired);
    throw expired;
  }
  if (message['id'] !== undefined && isObject(error)) return events.onMessage({ id: message['id'], error });
  const reason = (await servesEvents(status, rejected))
    ? 'its address is one of HTTP+SSE (MCP 2024-11-05), which is not supported; use its address of Streamable HTTP, such as /mcp'
    : rejection(status, endpoint);
  const Reason = isLogin || (status >= 300 && status < 400) ? NotReached : WireError;
  throw new Reason(reason, { cause: status });
}

/** Whether a status means that the session is gone. MCP has 404; servers that respond with 400 reject a ping as well. */
async function isExpired(status: number, { endpoint, state, message, signal }: Rejected): Promise<boolean> {
  const { session, version = '' } = state;
  if (session === undefined) return false;
  if (status !== 400 || message['id'] === undefined) return status === 404;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'session', method: 'ping' });
  const ping: Asked = { method: 'POST', body, signal, headers: { 'mcp-protocol-version': version } };
  const response = await request(endpoint, state, ping).catch(() => undefined);
  await response?.body?.cancel().catch(() => {});
  return response?.status === 400 || response?.status === 404;
}

/** Whether an address that rejects the handshake opens a stream of events, as before Streamable HTTP (MCP 2025-03-26, backwards compatibility). */
async function servesEvents(status: number, { endpoint, state, message, signal }: Rejected): Promise<boolean> {
  if (message['method'] !== 'initialize' || ![400, 404, 405].includes(status)) return false;
  const soon = AbortSignal.any([signal, AbortSignal.timeout(LEAVE_MS)]);
  const response = await request(endpoint, state, { method: 'GET', body: null, signal: soon, headers: {} }).catch(
    () => undefined,
  );
  await response?.body?.cancel().catch(() => {});
  return response?.ok === true && mediaTypeOf(response) === 'text/event-stream';
}

async function receiveWhole(response: Response, receive: ((value: unknown) => void) | undefined): Promise<void> {
  const bytes = await readCapped(response, MAX_BYTES);
  if (bytes === undefined) throw tooLargeMessage();
  if (bytes.length === 0 || receive === undefined) return;
  const value = parseMessage(new TextDecoder().decode(bytes));
  if (value === undefined) throw new UnusableResponse('it sent a message that is not JSON');
  receive(value);
}

/** The end of a sentence about a status that is not one of success. */
function rejection(status: number, { variables }: Endpoint): string {
  if (status >= 300 && status < 400) return `it redirects to another address (status ${status}), which is not followed`;
  if (status === 404 || status === 405)
    return `there is no MCP endpoint of Streamable HTTP at its address (status ${status})`;
  if (status !== 401 && status !== 403) return `it responded with status ${status}`;
  const login = `it rejected the login (status ${status})`;
  return variables.length === 0
    ? `${login}; no credentials are sent`
    : `${login}: check the variable ${variables.join(', ')}`;
}

interface Asked {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly body: string | null;
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws WireError: never one with the request in it, which may hold secrets. */
async function request(
  { url, headers: own, send = fetch }: Endpoint,
  { session }: HttpState,
  { method, body, signal, headers }: Asked,
): Promise<Response> {
  const all = new Headers(own);
  const type = body === null ? {} : { 'content-type': 'application/json' };
  const accept = method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream';
  const defaults = { accept, ...type, ...(session !== undefined && { 'mcp-session-id': session }), ...headers };
  for (const [name, value] of Object.entries(defaults)) all.set(name, value);
  try {
    // To another place it would carry secrets away.
    return await send(url, { method, body, redirect: 'manual', signal, headers: all });
  } catch (thrown) {
    if (signal.aborted || thrown instanceof WireError) throw thrown;
    const cause = codeOf(thrown);
    throw new NotReached(`${url.origin} cannot be reached (${cause || 'no connection'})`, { cause });
  }
}

function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** Milliseconds for a request that may get no response. */
const LEAVE_MS = 1000;

/** Ends the session; a server without sessions rejects the method. */
async function leave(endpoint: Endpoint, state: HttpState): Promise<void> {
  const { session, version } = state;
  if (session === undefined) return;
  const headers = version === undefined ? {} : { 'mcp-protocol-version': version };
  const farewell: Asked = { method: 'DELETE', body: null, signal: AbortSignal.timeout(LEAVE_MS), headers };
  const response = await request(endpoint, state, farewell).catch(() => undefined);
  await response?.body?.cancel();
}
