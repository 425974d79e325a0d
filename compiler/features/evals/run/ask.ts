/** One request to an engine and its answer; what goes wrong is an error of the engine, never a wrong answer. */
import { type Engine, type EngineAnswer, rejectedMember, withoutMember } from '../online/engine.ts';
import { isObject } from '@haft/runtime/language';
import { readJson, readJsonMap } from '../../../plan/read-json.ts';
import { errorCode, Failure } from '../../../edge/command-line/failure.ts';
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
const TRIES = 3;
const MAX_BYTES = 10_485_760;
const MAX_WAIT_MS = 30_000;
const NO_TOKENS = { input: 0, output: 0, cached: 0 };

/**
 * @throws Failure where no further request can succeed: the endpoint is not reachable, the key or the model is rejected.
 * @throws the reason of `signal` once it is aborted.
 */
export async function ask(endpoint: ModelEndpoint, body: object, signal: AbortSignal): Promise<EngineAnswer> {
  const { timeoutMs, retryMs, patienceMs } = endpoint;
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const reply = await sendAdapted(endpoint, body, signal, attempt);
    if (reply === 'late') return errorAnswer(`No response within ${timeoutMs / 1000} s.`);
    const { status, text, retryAfter } = reply;
    if (status === 200) return readAnswer(endpoint, text);
    const delay = Math.min(retryAfter ?? retryMs * 2 ** (attempt - 1), MAX_WAIT_MS);
    if (NOT_READY.has(status)) {
      const waited = performance.now() - started;
      if (waited + delay > patienceMs)
        return errorAnswer(
          `The engine was not ready for ${Math.round(waited / 1000)} s (status ${status}): ${quoteError(text)}`,
        );
    } else if (status !== LOST) {
      if (!PASSING.has(status)) throw refusal(endpoint, status, text);
      if (attempt === TRIES)
        return errorAnswer(`The engine answered with status ${status} ${TRIES} times: ${quoteError(text)}`);
    }
    await sleep(delay, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Each rejection takes a part out of the request, so this ends. */
async function sendAdapted(endpoint: ModelEndpoint, body: object, signal: AbortSignal, attempt: number) {
  const { engine, rejected } = endpoint;
  for (let sent = rejected.reduce((all, member) => withoutMember(all, member, engine), body); ;) {
    const reply = await send(endpoint, sent, signal, attempt);
    const isRejected = reply !== 'late' && REJECTED.has(reply.status);
    const member = isRejected ? rejectedMember(sent, reply.text, engine) : undefined;
    if (member === undefined) return reply;
    if (!rejected.includes(member)) rejected.push(member);
    sent = withoutMember(sent, member, engine);
  }
}

/** In place of a status: no connection to an engine that had answered. */
const LOST = 0;

/** `retryAfter`: in milliseconds. */
async function send(
  { engine, url, key, timeoutMs, wasReached }: ModelEndpoint,
  body: object,
  signal: AbortSignal,
  attempt: number,
) {
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
    if (!bytes) throw new Error(`the response is larger than ${MAX_BYTES} bytes`);
    const text = Buffer.from(bytes).toString('utf8');
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return { status: response.status, text, retryAfter: Number.isFinite(seconds) ? seconds * 1000 : undefined };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return 'late';
    if (wasReached() && attempt < TRIES) return { status: LOST, text: '', retryAfter: undefined };
    throw unreachable(url, error);
  }
}

function readAnswer({ engine }: ModelEndpoint, text: string): EngineAnswer {
  const read = readJson(text);
  if (!('value' in read)) return errorAnswer(`The response is not JSON: ${quoteError(text)}`);
  return engine.read(read.value);
}

function errorAnswer(message: string): EngineAnswer {
  return { kind: 'error', message, tokens: NO_TOKENS };
}

function refusal({ url, keyEnv }: ModelEndpoint, status: number, text: string): Failure {
  if (status === 401 || status === 403) {
    const hint = keyEnv === undefined ? 'Name the variable with the key: `key_env`.' : `Check the key in ${keyEnv}.`;
    return new Failure(`The engine at ${url} rejected the key (status ${status}).`, hint);
  }
  return new Failure(
    `The engine at ${url} rejected the request (status ${status}): ${quoteError(text)}`,
    'Check `endpoint` and `model`, and that the model supports tools.',
  );
}

/** What the network's names of its troubles mean. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  ENOTFOUND: 'the host name is unknown',
};

function unreachable(url: string, error: unknown): Failure {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = errorCode(cause);
  const why = WORDS[code ?? ''] ?? code ?? (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  return new Failure(
    `Cannot reach the engine at ${url}: ${why}.`,
    'Start it, or name another one: --endpoint <url>, or `evals.models` in haft.yaml.',
    { cause: error },
  );
}

/** What an engine says of itself, short and without control characters. */
function quoteError(text: string): string {
  const plain = (errorIn(text) ?? text).replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain === '' ? 'no text' : JSON.stringify(plain.length > 200 ? `${plain.slice(0, 200)}…` : plain);
}

/** Engines put it into `error.message`. */
function errorIn(text: string): string | undefined {
  const error = readJsonMap(text)?.['error'];
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}
