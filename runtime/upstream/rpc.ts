/** JSON-RPC 2.0 as a client: requests and their answers, by id. */
import type { PassedQuestion } from '../asking/question.ts';
import { type JsonObject, isObject } from '../language/json.ts';
import { type UpstreamEra, UNKNOWN_ERA } from './era.ts';
import { type OpenWire, type Wire, SessionExpired, UnusableResponse, WireError } from './wire.ts';
import { CAPABILITIES } from '../protocol/versions.ts';

/** An error that the other server reports; its message is not to be trusted. */
export class RpcFailure extends Error {
  readonly code: number;
  readonly data: unknown;
  /** Of the request that was rejected, which may be one before that of a call. */
  readonly method: string | undefined;

  constructor(code: number, message: string, data?: unknown, method?: string) {
    super(message);
    this.code = code;
    this.data = data;
    this.method = method;
  }

  isOf(method: string): boolean {
    return this.method === undefined || this.method === method;
  }
}

/** Of the member `error` of a response. */
export function rpcFailure({ code, message, data }: Members, method: string): RpcFailure {
  const text = typeof message === 'string' ? message : '';
  return new RpcFailure(typeof code === 'number' ? code : 0, text, data, method);
}

/** A result that is not the end of a request, such as `input_required`, where the server waits for more from the user. */
export class Unfinished extends Error {
  readonly type: string;
  readonly result: Members;

  constructor(type: string, result: Members) {
    super(`it sent a result of the type ${JSON.stringify(type.slice(0, 40))}, which is not the end of a request`);
    this.type = type;
    this.result = result;
  }
}

export interface Rpc {
  /** Rejects with a `WireError`, an `RpcFailure`, or the reason of the signal. */
  readonly request: (method: string, params: JsonObject, asked?: RpcOptions) => Promise<JsonObject>;
  readonly notify: (method: string, params?: JsonObject) => void;
  /** From now on messages are those of this revision. */
  readonly speak: (era: UpstreamEra) => void;
  readonly answersAtOnce: boolean;
  /** Resolves when nothing of the other end is left. */
  readonly close: () => Promise<void>;
}

/** What a request may have besides its parameters. */
export interface RpcOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the parameters of `notifications/progress`. */
  readonly onProgress?: (params: Members) => void;
  /** Besides those of its revision. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of `_meta`. */
  readonly meta?: Readonly<Record<string, string>>;
  /** Further parameters. */
  readonly params?: JsonObject;
  /** The client that the request is made for: what the other server asks meanwhile is asked of it alone. */
  readonly client?: object;
  /** Called with what the other server asks meanwhile; absent where the client cannot be asked. */
  readonly onQuestion?: ((question: PassedQuestion) => void) | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Answers a request of the other server with a message; undefined where it has no answer. */
export type OnRequest = (
  request: Members,
  waiting: ReadonlyMap<number, RpcOptions>,
  within: unknown,
) => Promise<JsonObject> | undefined;

interface RpcEvents {
  readonly onRequest?: OnRequest | undefined;
  readonly onNotification: (method: string, params: Members) => void;
  readonly onEnd: (reason: string) => void;
}

interface Waiting extends RpcOptions {
  readonly method: string;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

/** What is under way on one wire. */
interface Traffic {
  readonly waiting: Map<number, Waiting>;
  last: number;
  ended: WireError | undefined;
  era: UpstreamEra;
}

/** Opens a wire and exchanges messages on it. */
export async function openRpc(open: OpenWire, { onNotification, onRequest, onEnd }: RpcEvents): Promise<Rpc> {
  const traffic: Traffic = { waiting: new Map(), last: 0, ended: undefined, era: UNKNOWN_ERA };
  const { waiting } = traffic;
  const end = (reason: WireError): void => {
    traffic.ended ??= reason;
    // Only the request that was rejected is known to have done nothing: the responses to others are still to come.
    if (!(reason instanceof SessionExpired)) for (const { reject } of waiting.values()) reject(reason);
    onEnd(reason.message);
  };
  const wire: Wire = await open({
    onEnd: end,
    onUnread: (unread, reason) => {
      for (const [id, { reject }] of waiting) if (unread === undefined || unread === id) reject(reason);
    },
    onMessage: (message, within) => {
      if (!isObject(message)) return;
      const { id, method, params } = message;
      if (typeof method === 'string') {
        const members = isObject(params) ? params : {};
        if (id !== undefined) {
          const reply = onRequest?.(message, waiting, within) ?? replyTo(id, method);
          void Promise.resolve(reply).then((own) => tell(wire, traffic, own));
        } else if (method === 'notifications/progress') handleProgress(waiting, members);
        else onNotification(method, members);
      } else if (typeof id === 'number') settle(traffic, id, message);
    },
  });
  return {
    request: (method, params, asking = {}) => ask(wire, traffic, method, params, asking),
    notify: (method, params = {}) => tell(wire, traffic, notification(method, params)),
    speak: (era) => void (traffic.era = era),
    answersAtOnce: wire.answersAtOnce,
    close: () => {
      const closed = wire.close();
      end(new WireError('it was disconnected'));
      return closed;
    },
  };
}

function ask(
  wire: Wire,
  traffic: Traffic,
  method: string,
  params: JsonObject,
  asking: RpcOptions,
): Promise<JsonObject> {
  const { waiting, ended } = traffic;
  const { signal, onProgress, onQuestion } = asking;
  if (ended) return Promise.reject(ended);
  traffic.last += 1;
  const id = traffic.last;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const over = (): void => {
      waiting.delete(id);
      signal?.removeEventListener('abort', cancel);
    };
    const fail = (error: unknown): void => {
      over();
      reject(error instanceof Error ? error : new WireError('it could not be reached'));
    };
    const cancel = (): void => {
      // Over HTTP, the newer revision takes the end of the request for its cancellation.
      if (!(traffic.era.isModern && wire.answersAtOnce))
        tell(wire, traffic, notification('notifications/cancelled', { requestId: id }));
      fail(signal?.reason);
    };
    const sent = (): void => {
      if (wire.answersAtOnce && waiting.has(id)) fail(new UnusableResponse('its response is not one of MCP'));
    };
    signal?.addEventListener('abort', cancel, { once: true });
    waiting.set(id, { ...asking, method, resolve: (result) => (over(), resolve(result)), reject: fail });
    const { meta, headers, isModern } = traffic.era;
    const asks = isModern && onQuestion && { [CAPABILITIES]: { elicitation: {} } };
    const all = { ...meta, ...asks, ...asking.meta, ...(onProgress && { progressToken: id }) };
    const sentParams = { ...params, ...asking.params, ...(Object.keys(all).length > 0 && { _meta: all }) };
    const sending = { signal, headers: { ...headers(method, params), ...asking.headers } };
    wire.send({ jsonrpc: '2.0', id, method, params: sentParams }, sending).then(sent, fail);
  });
}

/** Sends without waiting for the end. */
function tell(wire: Wire, { era }: Traffic, message: JsonObject): void {
  const headers = era.headers(String(message['method']), {});
  wire.send(message, { headers }).catch(() => {});
}

function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params };
}

/** This client has nothing to offer: no roots, no sampling, and elicitation only where `onRequest` passes it on. */
function replyTo(id: unknown, method: string): JsonObject {
  const own = typeof id === 'string' || typeof id === 'number' ? id : null;
  if (method === 'ping') return { jsonrpc: '2.0', id: own, result: {} };
  return {
    jsonrpc: '2.0',
    id: own,
    error: { code: -32601, message: `This client does not have ${method.slice(0, 80)}.` },
  };
}

/** Progress of a request that is over is ignored. */
function handleProgress(waiting: Traffic['waiting'], params: Members): void {
  const { progressToken } = params;
  if (typeof progressToken === 'number') waiting.get(progressToken)?.onProgress?.(params);
}

/** Gives the answer to who waits for it; others are left alone. */
function settle({ waiting, era }: Traffic, id: number, { result, error }: Members): void {
  const one = waiting.get(id);
  if (one === undefined) return;
  if (isObject(error)) {
    one.reject(rpcFailure(error, one.method));
  } else if (isObject(result)) {
    const type = era.isModern ? (result['resultType'] ?? 'complete') : 'complete';
    if (type !== 'complete') return one.reject(new Unfinished(String(type), result));
    // Parsed JSON, of which each member is judged where it is read.
    one.resolve(result as JsonObject);
  } else one.reject(new UnusableResponse('it sent a response without a result'));
}
