/** One request to an engine and its answer; what goes wrong is an error of the engine, never a wrong answer. */
import {
  DECLINED,
  type Engine,
  type EngineAnswer,
  type Tokens,
  rejectedMember,
  withoutMember,
} from '../online/engine.ts';
import { isObject } from '@haft/runtime/language';
import { readJson, readJsonMap } from '../../../plan/read-json.ts';
import { errorCode } from '../../../edge/command-line/failure.ts';
import { type Meter, NO_TOKENS, RequestFailure, errorAnswer } from './ask-all.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCapped } from '@haft/runtime/try';

export interface ModelEndpoint {
  readonly engine: Engine;
  /** Such as http://127.0.0.1:11434/v1, without a slash at its end. */
  readonly url: string;
  readonly key: string | undefined;
  /** Name of the variable with the key; messages name it and never the key. */
  readonly keyEnv: string | undefined;
  readonly timeoutMs: number;
  /** Wait before the first retry; each further one waits twice as long, and `Retry-After` is obeyed. */
  readonly retryMs: number;
  /** How long an engine that is not ready is asked again. */
  readonly patienceMs: number;
  /** Whether it has answered before: then it may be about to start again, and is tried as after other troubles. */
  readonly wasReached: () => boolean;
  /** Members that the service rejected: later requests are sent without them, or with their other names. */
  readonly rejected: string[];
}

/** The engine loads its model, or has too much to do: a large model takes a minute. */
const NOT_READY: ReadonlySet<number> = new Set([429, 503, 529]);
/** May be otherwise the next time. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 500, 502, 504]);
/** With something in the request. */
const REJECTED: ReadonlySet<number> = new Set([400, 422]);
/** Of a key, an account or an address: every request has it. */
const OF_SERVICE: ReadonlySet<number> = new Set([401, 402, 403, 404, 405]);
const TRIES = 3;
const MAX_BYTES = 10_485_760;
const MAX_WAIT_MS = 30_000;

/**
 * @throws RequestFailure where the engine rejects the request, or is not reached.
 * @throws what `meter` throws, and the reason of `signal` once it is aborted.
 */
export async function ask(
  endpoint: ModelEndpoint,
  body: object,
  signal: AbortSignal,
  meter: Meter,
): Promise<EngineAnswer> {
  const { retryMs, patienceMs } = endpoint;
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const reply = await sendAdapted(endpoint, body, { signal, meter, attempt });
    if ('kind' in reply) return reply;
    const { status, text, retryAfter } = reply;
    if (status === 200) return readAnswer(endpoint, text, (counted) => meter.uncounted(body, counted));
    if (REJECTED.has(status) && errorMember(text, 'code') === 'content_filter')
      return { ...DECLINED, tokens: NO_TOKENS };
    if (status !== LOST && !NOT_READY.has(status) && !PASSING.has(status)) throw refusal(endpoint, status, text);
    // The model may have worked for it.
    if (PASSING.has(status)) meter.uncounted(body);
    const delay = retryAfter ?? Math.min(retryMs * 2 ** (attempt - 1), MAX_WAIT_MS);
    const isTooLong = performance.now() - started + delay > patienceMs;
    if (isTooLong && (retryAfter !== undefined || NOT_READY.has(status))) return notReady(reply, attempt);
    if (PASSING.has(status) && attempt === TRIES)
      return errorAnswer(`The engine answered with status ${status} ${TRIES} times: ${quoteError(text)}`);
    await sleep(delay, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

interface Reply {
  readonly status: number;
  readonly text: string;
  /** In milliseconds. */
  readonly retryAfter: number | undefined;
}

function notReady({ status, text, retryAfter }: Reply, attempt: number): EngineAnswer {
  const times = attempt === 1 ? '' : ` ${attempt} times`;
  const says = (wait: string): string =>
    `The engine was not ready${times} (status ${status})${wait}: ${quoteError(text)}`;
  if (retryAfter === undefined) return errorAnswer(says(''));
  const seconds = Math.ceil(retryAfter / 1000);
  return errorAnswer(
    says(` and asks for a wait of ${seconds} s, for which \`evals.limits.timeout_ms\` leaves no time`),
    `Wait ${seconds} s and run it again, or raise \`evals.limits.timeout_ms\` to more than ${seconds * 1000}`,
  );
}

/** Seconds or a date (RFC 9110 §10.2.3), in milliseconds from now. */
function waitOf(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? '') - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

interface Sending {
  readonly signal: AbortSignal;
  readonly meter: Meter;
  readonly attempt: number;
}

/** Each rejection takes a part out of the request, so this ends. */
async function sendAdapted(endpoint: ModelEndpoint, body: object, sending: Sending): Promise<Reply | EngineAnswer> {
  const { engine, rejected } = endpoint;
  for (let sent = rejected.reduce((all, member) => withoutMember(all, member, engine), body); ;) {
    const reply = await send(endpoint, sent, sending);
    if ('kind' in reply || !REJECTED.has(reply.status)) return reply;
    const member = rejectedMember(sent, reply.text, engine);
    if (member === undefined) return reply;
    if (!rejected.includes(member)) rejected.push(member);
    sent = withoutMember(sent, member, engine);
  }
}

/** In place of a status: no connection to an engine that had answered. */
const LOST = 0;

/** What was received, or the error where there is nothing to read. */
async function send(
  { engine, url, key, timeoutMs, wasReached }: ModelEndpoint,
  body: object,
  { signal, meter, attempt }: Sending,
): Promise<Reply | EngineAnswer> {
  meter.send();
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}${engine.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...engine.headers(key) },
      body: JSON.stringify(body),
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    });
    const bytes = await readCapped(response, MAX_BYTES);
    if (!bytes) meter.uncounted(body);
    if (!bytes) return errorAnswer(`The response is larger than ${MAX_BYTES} bytes.`, REPHRASE);
    const text = Buffer.from(bytes).toString('utf8');
    return { status: response.status, text, retryAfter: waitOf(response.headers.get('retry-after')) };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) meter.uncounted(body);
    if (late.aborted) return errorAnswer(`No response within ${timeoutMs / 1000} s.`);
    const failure = unreachable(url, error);
    if (failure.blame === 'either') meter.uncounted(body);
    if (wasReached() && attempt < TRIES) return { status: LOST, text: '', retryAfter: undefined };
    throw failure;
  }
}

function readAnswer({ engine }: ModelEndpoint, text: string, count: (tokens: Tokens) => void): EngineAnswer {
  const read = readJson(text);
  const answer =
    'value' in read ? engine.read(read.value) : errorAnswer(`The response is not JSON: ${quoteError(text)}`);
  count(answer.tokens);
  const error = 'value' in read && isObject(read.value) && read.value['error'];
  if (!isObject(error) && (typeof error !== 'string' || error === '')) return answer;
  return { ...errorAnswer(`The service reported an error: ${quoteError(text)}`), tokens: answer.tokens };
}

/** Nothing is known of the request but that it was rejected: a gateway has the same status for a word in it as for a key. */
function refusal({ url, keyEnv }: ModelEndpoint, status: number, text: string): RequestFailure {
  const ofKey = keyEnv === undefined ? 'Name the variable with the key: `key_env`.' : `Check the key in ${keyEnv}.`;
  return new RequestFailure(
    `The engine at ${url} rejected the request (status ${status}): ${quoteError(text)}`,
    status === 401 || status === 403 ? ofKey : 'Check `endpoint` and `model`, and that the model supports tools.',
    OF_SERVICE.has(status) ? 'service' : 'request',
    REPHRASE,
  );
}

/** For a request that has the same result each time. */
const REPHRASE = 'Rephrase the request, or ask another model';

/** What the network's names of its troubles mean. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
};

/** What the request itself may have caused. */
const CLOSED: ReadonlySet<string | undefined> = new Set([
  'ECONNRESET',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

function unreachable(url: string, error: unknown): RequestFailure {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = errorCode(cause);
  const why = WORDS[code ?? ''] ?? code ?? (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  const isClosed = CLOSED.has(code);
  return new RequestFailure(
    isClosed ? `The engine at ${url} closed the connection.` : `Cannot reach the engine at ${url}: ${why}.`,
    'Start it, or name another one: --endpoint <url>, or `evals.models` in haft.yaml.',
    isClosed ? 'either' : 'service',
  );
}

/** What an engine says of itself, short and without control characters. */
function quoteError(text: string): string {
  const plain = (errorMember(text, 'message') ?? text).replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain === '' ? 'no text' : JSON.stringify(plain.length > 200 ? `${plain.slice(0, 200)}…` : plain);
}

/** Engines say it in members of `error`, or have the message in its place. */
function errorMember(text: string, name: 'code' | 'message'): string | undefined {
  const error = readJsonMap(text)?.['error'];
  const member = isObject(error) ? error[name] : name === 'message' ? error : undefined;
  return typeof member === 'string' ? member : undefined;
}
