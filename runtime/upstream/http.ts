/** Another MCP server over Streamable HTTP (MCP, basic/transports): one request for each message. */
import { tryParse } from '../language/json.ts';
import type { JsonObject } from '../language/json.ts';
import { isObject, MAX_BYTES } from '../language/json.ts';
import { readCapped } from '../behaviors/shared/read-bytes.ts';
import { readEvents } from './resume.ts';
import type { OpenWire, Sending, WireEvents } from './wire.ts';
import { NotReached, SessionExpired, WireError } from './wire.ts';

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
      body: method === 'POST' ? JSON.stringify(message) : null,
      signal,
      headers: { ...headers, ...more },
    });
  const response = await ask('POST');
  if (!response.ok) return handleError(response, { endpoint, state, events, message });
  // Only the handshake opens a session.
  if (message['method'] === 'initialize') state.session = response.headers.get('mcp-session-id') ?? undefined;
  const type = response.headers.get('content-type') ?? '';
  try {
    if (type.startsWith('text/event-stream')) {
      await readEvents(response, {
        id: message['id'],
        onMessage: (received) => events.onMessage(received, message['id']),
        signal,
        reopen: (last) => ask('GET', { 'last-event-id': last }),
      });
    } else await receiveWhole(response, type.startsWith('application/json') ? events.onMessage : undefined);
  } catch (thrown) {
    if (sent.signal?.aborted || thrown instanceof WireError) throw thrown;
    throw new WireError('its response ended early');
  }
}

interface Rejected {
  readonly endpoint: Endpoint;
  readonly state: HttpState;
  readonly events: WireEvents;
  readonly message: JsonObject;
}

/** An error of the protocol may come with any status (MCP 2026-07-28); others are those of HTTP. */
async function handleError(response: Response, { endpoint, state, events, message }: Rejected): Promise<void> {
  const { status, headers } = response;
  const isLogin = status === 401 || status === 403;
  const isExpired = status === 404 && state.session !== undefined;
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  const bytes =
    isJson && !isLogin && !isExpired ? await readCapped(response, MAX_BYTES).catch(() => undefined) : undefined;
  await response.body?.cancel().catch(() => {});
  const value = bytes && tryParse(new TextDecoder().decode(bytes));
  if (message['id'] !== undefined && isObject(value) && isObject(value['error']))
    return events.onMessage({ ...value, id: message['id'] });
  if (isExpired) {
    const expired = new SessionExpired('its session has expired');
    events.onEnd(expired);
    throw expired;
  }
  const words = rejection(status, endpoint);
  const Reason = isLogin || (status >= 300 && status < 400) ? NotReached : WireError;
  throw new Reason(words, { cause: status });
}

async function receiveWhole(response: Response, receive: ((value: unknown) => void) | undefined): Promise<void> {
  const bytes = await readCapped(response, MAX_BYTES);
  if (bytes === undefined) throw new WireError('it sent a message larger than 10 MiB');
  if (bytes.length === 0 || receive === undefined) return;
  const value = tryParse(new TextDecoder().decode(bytes));
  if (value === undefined) throw new WireError('it sent a message that is not JSON');
  receive(value);
}

/** The end of a sentence about a status that is not one of success. */
function rejection(status: number, { variables }: Endpoint): string {
  if (status >= 300 && status < 400) return `it redirects to another address (status ${status}), which is not followed`;
  if (status === 404 || status === 405) return `there is no MCP endpoint at its address (status ${status})`;
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

/** Milliseconds for the request that ends the session, which may get no response. */
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
