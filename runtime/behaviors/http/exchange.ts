/** Sends one request: retries of reads, redirects within the origin, pauses that a service requires, and limits. */
import { badCharset } from '../shared/response.ts';
import type { Clock } from '../../server/clock.ts';
import type { Call } from '../../server/context.ts';
import type { Trace } from '../../server/trace.ts';
import type { ConnectionDescriptor } from '../../descriptor/descriptor.ts';
import type { RetryPolicy } from '../../descriptor/http-descriptor.ts';
import { type Reach, type Repeat, type ToolFailure, failure, isFailure, repeatHint } from '../../server/failure.ts';
import { callCancelled } from '../../server/call-failures.ts';
import { MAX_BYTES } from '../../language/json.ts';
import { decodeText, readCapped } from '../shared/read-bytes.ts';
import { noAnswer, secondsIn } from './failures.ts';
import type { OutgoingRequest } from './request.ts';

/** The response of a service, decompressed. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Sends a request; never rejects. */
export type Send = (request: OutgoingRequest, limits: RequestLimits) => Promise<RawResponse | ToolFailure>;

/** Where a request goes and until when. */
interface RequestLimits {
  readonly connection: ConnectionDescriptor;
  readonly call: Pick<Call, 'signal' | 'log' | 'trace'>;
  readonly clock: Clock;
  /** Milliseconds for everything. */
  readonly deadline: number;
  readonly repeat: Repeat;
  /** Of the requests of the call before this one. */
  readonly reach: Reach;
}

const MAX_REDIRECTS = 3;

/** The longest timer of Node. */
const MAX_MILLISECONDS = 2_147_483_647;

/** Without `retry:`, reads alone are tried again. */
const READ: RetryPolicy = { attempts: 3 };
const ONCE: RetryPolicy = { attempts: 1 };

/** By connection, the time of the clock before which no request is sent, as its service requires. */
const pauses = new WeakMap<ConnectionDescriptor, number>();

/** Sends a request, again where the policy or the nature of a read allows it and the deadline does. Never rejects. */
export async function exchange(request: OutgoingRequest, limits: RequestLimits): Promise<RawResponse | ToolFailure> {
  const { connection, call, clock } = limits;
  const { retry = isRead(request.method) ? READ : ONCE } = request;
  const { attempts, on = [429, 502, 503, 504], backoff_ms = 500, max_backoff_ms = 30_000 } = retry;
  const end = clock.now() + limits.deadline;
  /** Whether the wait was short enough, and the call is still running after it. */
  const pause = async (milliseconds: number): Promise<boolean> => {
    if (clock.now() + milliseconds >= end) return false;
    if (milliseconds > 0) await clock.sleep(milliseconds, call.signal);
    return !call.signal.aborted;
  };
  for (let tries = attempts; ; tries -= 1) {
    const rest = (pauses.get(connection) ?? 0) - clock.now();
    if (!(await pause(rest))) return call.signal.aborted ? callCancelled() : askedToWait(rest);
    const reach = tries === attempts ? limits.reach : 'sent';
    const received = await attempt(request, { ...limits, reach }, tries === 1);
    if (received === undefined) continue;
    if (isFailure(received)) return received;
    const { status, headers } = received;
    const backoff = secondsIn(headers, 'backoff');
    if (backoff !== undefined) pauses.set(connection, clock.now() + backoff * 1000);
    if (tries === 1 || !on.includes(status)) return received;
    const backedOff = Math.min(max_backoff_ms, backoff_ms * 2 ** (attempts - tries));
    const wait = (secondsIn(headers, 'retry-after') ?? 0) * 1000 || backedOff;
    if (!(await pause(wait))) return received;
  }
}

/** One request and its response; undefined if it failed and may be repeated. */
async function attempt(
  request: OutgoingRequest,
  limits: RequestLimits,
  isLast: boolean,
): Promise<RawResponse | ToolFailure | undefined> {
  const { call, clock } = limits;
  const { url, maxBytes = MAX_BYTES } = request;
  let response: Response | undefined;
  try {
    const start = clock.now();
    response = await send(withTrace(request, call.trace), call.signal);
    call.log(describeResponse(request, response, clock.now() - start), 'debug');
    const bytes = await readCapped(response, maxBytes);
    if (bytes === undefined) return tooLarge(maxBytes, limits.repeat);
    const wrong = badCompression(response, bytes);
    const { status, headers } = response;
    return wrong === undefined ? { status, headers, bytes } : noAnswer(wrong, limits);
  } catch (thrown) {
    if (call.signal.aborted) return callCancelled();
    const code = codeOf(thrown);
    // The service may close a kept-alive connection at the moment in which it is used again.
    const unheard = response === undefined && /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code);
    if (unheard && !isLast) return undefined;
    call.log(`no response from ${url.origin}: ${code}`);
    return noAnswer(code, limits);
  }
}

/** Sends a request that is aborted at the time limit of its connection; the deadline aborts the whole call. */
export async function sendWithin(
  send: Send,
  request: OutgoingRequest,
  limits: RequestLimits,
): Promise<RawResponse | ToolFailure> {
  const { call, connection } = limits;
  const { timeout_ms: deadline = MAX_MILLISECONDS } = connection;
  if (deadline >= Math.min(limits.deadline, MAX_MILLISECONDS)) return send(request, limits);
  const limit = AbortSignal.timeout(deadline);
  const signal = AbortSignal.any([call.signal, limit]);
  const received = await send(request, { ...limits, deadline, call: { signal, log: call.log, trace: call.trace } });
  const isLate = isFailure(received) && limit.aborted && !call.signal.aborted;
  if (!isLate) return received;
  return failure(
    'timeout',
    `The request to the service timed out after ${deadline / 1000} s.`,
    repeatHint('sent', limits.repeat, 'Retry later, or request less data at once.'),
  );
}

/** For the log: without the query and what fills the path, which are what users said. */
function describeResponse(
  { method, url, logPath = '/…' }: OutgoingRequest,
  { status, headers }: Response,
  ms: number,
): string {
  const type = headers.get('content-type') ?? 'no media type';
  return `${method} ${url.origin}${logPath}: ${status}, ${type}, in ${Math.round(ms)} ms`;
}

/** A header of the author's stays as it is. */
function withTrace(request: OutgoingRequest, trace: Trace | undefined): OutgoingRequest {
  if (trace === undefined || request.headers.has('traceparent')) return request;
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(trace)) headers.set(name, value);
  return { ...request, headers };
}

/** Follows redirects of reads within the origin: to another one they would carry secrets away. */
async function send(request: OutgoingRequest, signal: AbortSignal): Promise<Response> {
  const { url, method, headers, body, follow } = request;
  let place = url;
  for (let redirects = isRead(method) && follow !== false ? MAX_REDIRECTS : 0; ; redirects -= 1) {
    const response = await fetch(place, { method, headers, body: body ?? null, signal, redirect: 'manual' });
    const next = response.headers.get('location');
    const isRedirect =
      response.status >= 301 && response.status <= 308 && next !== null && URL.canParse(next, place.href);
    if (!isRedirect || redirects === 0 || new URL(next, place).origin !== url.origin) return response;
    place = new URL(next, place);
    // Credentials are those of the connection, and `fetch` takes none in an address.
    place.username = '';
    place.password = '';
    await response.body?.cancel();
  }
}

/** Methods that only read (RFC 9110 §9.2.1), of those that tools have. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The network's own name of the trouble, such as ECONNREFUSED. A message is none: it may quote the request. */
function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(cause instanceof Error)) return 'unknown';
  // What the HTTP parser of Node 24 refuses has a code that is not set.
  if ('code' in cause && cause.code !== undefined) return String(cause.code);
  return cause.message === 'bad port' ? cause.message : cause.name;
}

/** Codings that `fetch` does not support are not decoded, and broken Brotli becomes an empty body without an error. */
function badCompression({ status, headers, body }: Response, bytes: Uint8Array): string | undefined {
  const coding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (body === null || status === 204) return undefined;
  const isKnown = coding.split(',').every((one) => /^(?:identity|gzip|x-gzip|deflate|br|zstd|)$/.test(one.trim()));
  if (!isKnown) return `bad compression: ${coding.slice(0, 40)}`;
  // Older platforms do not decode Zstandard.
  if (coding.endsWith('zstd') && bytes[0] === 0x28 && bytes[1] === 0xb5) return 'bad compression: zstd';
  // A stream of nothing has a byte or two.
  const lost = /\bbr$/.test(coding) && bytes.length === 0 && Number(headers.get('content-length') ?? Infinity) > 4;
  return lost ? 'bad compression: br' : undefined;
}

/** The body as text, or the failure of a charset that cannot be read. */
export function textIn({ headers, bytes }: RawResponse): string | ToolFailure {
  const decoded = decodeText(bytes, headers.get('content-type') ?? '');
  return 'unknown' in decoded ? badCharset('response', decoded.unknown) : decoded.text;
}

function askedToWait(milliseconds: number): ToolFailure {
  const hint = `Wait ${Math.ceil(milliseconds / 1000)} s, then retry.`;
  return failure('rate_limited', 'The service requires a pause before the next request.', hint);
}

function tooLarge(most: number, repeat: Repeat): ToolFailure {
  const size = most % 1_048_576 === 0 ? `${most / 1_048_576} MiB` : `${most} bytes`;
  return failure(
    'bad_response',
    `The response is larger than ${size}.`,
    repeatHint('sent', repeat, 'Request less data at once.'),
  );
}
