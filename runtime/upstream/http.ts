/** Another MCP server over Streamable HTTP (MCP 2025-11-25, basic/transports): one request for each message. */
import { MOST_BYTES } from '../language/json.ts';
import { readCapped } from '../behaviors/read-capped.ts';
import { eventsIn } from './event-stream.ts';
import type { OpenWire, WireEvents } from './wire.ts';
import { SessionExpired, WireError } from './wire.ts';

interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the variables in the address and the headers. */
  readonly variables: readonly string[];
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
      send: (message, signal) => post(endpoint, state, events, { message, signal }),
      close: () => {
        const left = leave(endpoint, state);
        state.closed.abort();
        return left;
      },
    });
  };
}

interface HttpState {
  /** `Mcp-Session-Id`, where the server gave one. */
  session: string | undefined;
  /** `MCP-Protocol-Version` of every request after the first. */
  version: string | undefined;
  readonly closed: AbortController;
}

interface Sent {
  readonly message: object;
  readonly signal: AbortSignal | undefined;
}

async function post(
  endpoint: Endpoint,
  state: HttpState,
  events: WireEvents,
  { message, signal }: Sent,
): Promise<void> {
  const response = await ask(endpoint, state, 'POST', JSON.stringify(message), signal);
  if (response.status === 404 && state.session !== undefined) {
    await response.body?.cancel();
    const expired = new SessionExpired('its session has expired');
    events.onEnd(expired);
    throw expired;
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new WireError(rejection(response.status, endpoint));
  }
  state.session ??= response.headers.get('mcp-session-id') ?? undefined;
  const type = response.headers.get('content-type') ?? '';
  const receive = (text: string): void => {
    const value = parsed(text);
    state.version ??= versionIn(value);
    events.onMessage(value);
  };
  try {
    if (type.startsWith('text/event-stream')) for await (const text of eventsIn(response, MOST_BYTES)) receive(text);
    else await receiveWhole(response, type.startsWith('application/json') ? receive : undefined);
  } catch (thrown) {
    if (signal?.aborted || thrown instanceof WireError) throw thrown;
    throw new WireError('its response ended early');
  }
}

async function receiveWhole(response: Response, receive: ((text: string) => void) | undefined): Promise<void> {
  const bytes = await readCapped(response, MOST_BYTES);
  if (bytes === undefined) throw new WireError('it sent a message larger than 10 MiB');
  if (bytes.length > 0) receive?.(new TextDecoder().decode(bytes));
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

/** @throws WireError: never one with the request in it, which may hold secrets. */
async function ask(
  { url, headers }: Endpoint,
  { session, version, closed }: HttpState,
  method: 'POST' | 'DELETE',
  body: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      body,
      // To another place it would carry secrets away.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
      headers: {
        ...headers,
        accept: 'application/json, text/event-stream',
        ...(body !== null && { 'content-type': 'application/json' }),
        ...(session !== undefined && { 'mcp-session-id': session }),
        ...(version !== undefined && { 'mcp-protocol-version': version }),
      },
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw new WireError(`${url.origin} cannot be reached (${codeOf(thrown)})`);
  }
}

function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError('it sent a message that is not JSON');
  }
}

/** The agreed version, from the result of `initialize`. */
function versionIn(value: unknown): string | undefined {
  const { result } = (value ?? {}) as { readonly result?: { readonly protocolVersion?: unknown } };
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined;
}

/** Milliseconds for the request that ends the session, which may get no response. */
const LEAVE_MS = 1000;

/** Ends the session; a server without sessions rejects the method. */
async function leave(endpoint: Endpoint, state: HttpState): Promise<void> {
  if (state.session === undefined) return;
  const open: HttpState = { ...state, closed: new AbortController() };
  const response = await ask(endpoint, open, 'DELETE', null, AbortSignal.timeout(LEAVE_MS)).catch(() => undefined);
  await response?.body?.cancel();
}
