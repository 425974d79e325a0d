/** JSON-RPC 2.0 as MCP uses it: reading and writing of messages, and the error codes. */
import { didYouMean } from '../language/nearest.ts';
import { clip } from '../language/describe.ts';
import { inexactNumber } from '../language/plain.ts';
import { type Json, isObject } from '../language/json.ts';
import { type Redacted, requestIdJson, frame, membersOf } from '../redaction/redacted.ts';

/** MCP allows no null as the id of a request. */
export type RequestId = string | number;

/** The members of an object from outside. */
export type Members = Readonly<Record<string, unknown>>;

/** A message that requires a response. */
export interface Request {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: Members;
  /** A number in the arguments of the call that a double cannot represent, as written. */
  readonly inexact?: string;
}

/** All kinds of messages on one line; responses matter only where the server asks. */
type Message =
  | Request
  | { readonly kind: 'notification'; readonly method: string; readonly params: Members }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'response'; readonly message: Members }
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly error: RpcError };

/** An error of the protocol, as opposed to a failure of a tool. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

/** JSON-RPC 2.0 §5.1, and the codes of MCP 2026-07-28 (basic, error codes). */
export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
  /** MCP 2024-11-05 to 2025-11-25, server/resources; `errorInEra` makes it -32602 in later revisions. */
  unknownResource: -32002,
} as const;

/** Reads one line. Batches are rejected: only 2025-03-26 has them, and a few months later MCP took them out again (2025-06-18, "removed"). */
export function readMessage(line: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return invalid(null, RPC.parse, 'The message is not valid JSON.');
  }
  if (Array.isArray(value)) return invalid(null, RPC.invalidRequest, 'Batches are not supported.');
  if (!isObject(value)) return invalid(null, RPC.invalidRequest, 'A message must be a JSON object.');
  const { jsonrpc, id, method, params = {} } = value;
  const own = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return invalid(own, RPC.invalidRequest, '"jsonrpc" must be "2.0".');
  if (typeof method !== 'string') {
    return 'result' in value || 'error' in value
      ? { kind: 'response', message: value }
      : invalid(own, RPC.invalidRequest, '"method" must be a string.');
  }
  if (!isObject(params)) {
    return id === undefined ? { kind: 'ignored' } : invalid(own, RPC.invalidParams, '"params" must be an object.');
  }
  if (id === undefined) return { kind: 'notification', method, params };
  if (own === null) return invalid(null, RPC.invalidRequest, '"id" must be a string or a number that fits a double.');
  const inexact = inexactNumber(line, params['arguments']);
  return inexact === undefined
    ? { kind: 'request', id: own, method, params }
    : { kind: 'request', id: own, method, params, inexact };
}

/** The line of a successful answer; `result` is JSON text already. */
export function resultLine(id: RequestId, result: Redacted): Redacted {
  return frame`{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : requestIdJson(id)},"result":${result}}`;
}

/** The line of an error, whose JSON text is given; the id is null when the request could not be read. */
export function errorLine(id: RequestId | null, error: Redacted): Redacted {
  return frame`{"jsonrpc":"2.0","id":${requestIdJson(id)},"error":${error}}`;
}

/** The line of one step of progress, whose JSON text is given. */
export function progressLine(token: RequestId, step: Redacted): Redacted {
  const params = frame`{"progressToken":${requestIdJson(token)},${membersOf(step)}}`;
  return frame`{"jsonrpc":"2.0","method":"notifications/progress","params":${params}}`;
}

/** The line of a notification, whose params are given as JSON text. */
export function notificationLine(method: Redacted, params: Redacted): Redacted {
  return frame`{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
}

/** Made once: most requests of the earlier revisions carry no `_meta`. */
const NO_META: Members = Object.freeze({});

/** The `_meta` of a request's params, or empty. */
export function metaOf(params: Members): Members {
  const meta = params['_meta'];
  return isObject(meta) ? meta : NO_META;
}

/** A number beyond these may be another one than the client sent, and no answer could be matched to it. */
export function isId(id: unknown): id is RequestId {
  if (typeof id === 'string') return true;
  return typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER;
}

function invalid(id: RequestId | null, code: number, message: string): Message {
  return { kind: 'invalid', id, error: { code, message } };
}

/** An error of the protocol as a reply; `status` is the HTTP status, 200 where absent. */
export interface ErrorReply {
  readonly kind: 'error';
  readonly error: RpcError;
  readonly status?: number;
}

/** An error as a reply. */
export function errorReply(code: number, message: string, data?: RpcError['data']): ErrorReply {
  return { kind: 'error', error: { code, message, ...(data !== undefined && { data }) } };
}

/** The error for a name or URI of nothing that there is, with the one that is most like it. */
export function unknownName(what: string, name: string, names: Iterable<string>): ErrorReply {
  return errorReply(RPC.invalidParams, unknownText(what, name, names));
}

/** The same for a resource. */
export function unknownResource(uri: string, uris: Iterable<string>): ErrorReply {
  return errorReply(RPC.unknownResource, unknownText('resource', uri, uris), { uri });
}

function unknownText(what: string, name: string, names: Iterable<string>): string {
  return `Unknown ${what}: ${clip(name)}.${didYouMean(name, names)}`;
}

/** An error in the codes of an era: since MCP 2026-07-28 an unknown resource is one of invalid parameters (SEP-2164). */
export function errorInEra(error: RpcError, modern: boolean): RpcError {
  return modern && error.code === RPC.unknownResource ? { ...error, code: RPC.invalidParams } : error;
}

/** There is one page only, so no cursor was ever given out; an empty one is a client's way of having none. */
export function cursorError({ cursor }: Members, what = 'tools'): ErrorReply | undefined {
  return cursor === undefined || cursor === null || cursor === ''
    ? undefined
    : errorReply(RPC.invalidParams, `Unknown cursor: all ${what} are on the first page.`);
}
