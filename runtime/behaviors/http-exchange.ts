/** Sends one request: retries of reads, redirects within the origin, pauses that a service requires, and limits. */
import type { Clock } from '../clock.ts';
import type { Call } from '../context.ts';
import type { ConnectionDescriptor } from '../descriptor.ts';
import type { ToolFailure } from '../failure.ts';
import { failure } from '../failure.ts';
import { cancelled } from '../call-failures.ts';
import { MOST_BYTES } from '../language/json.ts';
import { cleanDetail } from './response.ts';
import { decodeText } from './decode-text.ts';
import { noAnswer } from './http-unreachable.ts';
import type { OutgoingRequest } from './http-request.ts';
import { secondsIn } from './http-status.ts';
import { readCapped } from './read-capped.ts';

/** The response of a service. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Where a request goes and until when. */
export interface Passage {
  readonly connection: ConnectionDescriptor;
  readonly call: Pick<Call, 'signal' | 'log'>;
  readonly clock: Clock;
  /** Milliseconds for everything. */
  readonly deadline: number;
}

const MOST_TRIES = 3;
const MOST_REDIRECTS = 3;

/** Milliseconds before the second try where the service names no time; twice as long before the third. */
const PATIENCE = 500;

/** By connection, the time of the clock before which no request is sent, as its service requires. */
const pauses = new WeakMap<ConnectionDescriptor, number>();

/** Sends a request; a read is tried again where that can help and the deadline allows it. Never rejects. */
export async function exchange(request: OutgoingRequest, passage: Passage): Promise<Received | ToolFailure> {
  const { connection, call, clock } = passage;
  const end = clock.now() + passage.deadline;
  /** Whether the wait was short enough, and the call is still running after it. */
  const pause = async (milliseconds: number): Promise<boolean> => {
    if (clock.now() + milliseconds >= end) return false;
    if (milliseconds > 0) await clock.sleep(milliseconds, call.signal);
    return !call.signal.aborted;
  };
  for (let left = request.method === 'GET' ? MOST_TRIES : 1; ; left -= 1) {
    const rest = (pauses.get(connection) ?? 0) - clock.now();
    if (!(await pause(rest))) return call.signal.aborted ? cancelled() : askedToWait(rest);
    let response: Response | undefined;
    try {
      response = await send(request, call.signal);
      const bytes = await readCapped(response, MOST_BYTES);
      if (bytes === undefined) return tooLarge();
      const { status, headers } = response;
      const wrong = badCompression(response, bytes);
      if (wrong !== undefined) return noAnswer(wrong, request.method, connection);
      const decoded = decodeText(bytes, headers.get('content-type') ?? '');
      if ('unknown' in decoded) return badCharset(decoded.unknown);
      const received = { status, headers, text: decoded.text };
      const backoff = secondsIn(headers, 'backoff');
      if (backoff !== undefined) pauses.set(connection, clock.now() + backoff * 1000);
      if (left === 1 || ![429, 502, 503, 504].includes(status)) return received;
      const wait = (secondsIn(headers, 'retry-after') ?? 0) * 1000 || PATIENCE * 2 ** (MOST_TRIES - left);
      if (!(await pause(wait))) return received;
    } catch (thrown) {
      if (call.signal.aborted) return cancelled();
      // The service may close a kept-alive connection at the moment in which it is used again.
      const unheard = response === undefined && /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(thrown));
      if (unheard && left > 1) continue;
      call.log(`no response from ${request.url.origin}: ${codeOf(thrown)}`);
      return noAnswer(codeOf(thrown), request.method, connection);
    }
  }
}

/** Follows redirects of reads within the origin: to another one they would carry secrets away. */
async function send({ url, method, headers, body }: OutgoingRequest, signal: AbortSignal): Promise<Response> {
  let place = url;
  for (let left = method === 'GET' ? MOST_REDIRECTS : 0; ; left -= 1) {
    const response = await fetch(place, { method, headers, body: body ?? null, signal, redirect: 'manual' });
    const next = response.headers.get('location');
    const isRedirect =
      response.status >= 301 && response.status <= 308 && next !== null && URL.canParse(next, place.href);
    if (!isRedirect || left === 0 || new URL(next, place).origin !== url.origin) return response;
    place = new URL(next, place);
    // Credentials are those of the connection, and `fetch` takes none in an address.
    place.username = '';
    place.password = '';
    await response.body?.cancel();
  }
}

/** The error code of the network, such as ECONNREFUSED. Messages are not used: they may quote the request. */
function codeOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(cause instanceof Error)) return 'unknown';
  if ('code' in cause) return String(cause.code);
  return cause.message === 'bad port' ? cause.message : cause.name;
}

/** Codings that `fetch` does not support are not decoded, and broken Brotli becomes an empty body without an error. */
function badCompression({ status, headers, body }: Response, bytes: Uint8Array): string | undefined {
  const coding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase();
  if (body === null || status === 204) return undefined;
  const known = coding.split(',').every((one) => /^(?:identity|gzip|x-gzip|deflate|br|zstd|)$/.test(one.trim()));
  if (!known) return `bad compression: ${coding.slice(0, 40)}`;
  // Older platforms do not decode Zstandard.
  if (coding.endsWith('zstd') && bytes[0] === 0x28 && bytes[1] === 0xb5) return 'bad compression: zstd';
  // A stream of nothing has a byte or two.
  const lost = /\bbr$/.test(coding) && bytes.length === 0 && Number(headers.get('content-length') ?? Infinity) > 4;
  return lost ? 'bad compression: br' : undefined;
}

function badCharset(charset: string): ToolFailure {
  return failure(
    'bad_response',
    `The response has the charset "${cleanDetail(charset).slice(0, 40)}", which is not supported.`,
    'Tell the user. Do not retry.',
  );
}

function askedToWait(milliseconds: number): ToolFailure {
  const hint = `Wait ${Math.ceil(milliseconds / 1000)} s, then retry.`;
  return failure('rate_limited', 'The service requires a pause before the next request.', hint);
}

function tooLarge(): ToolFailure {
  return failure('bad_response', 'The response is larger than 10 MiB.', 'Request less data at once.');
}
