/** A connection to another MCP server, on which JSON-RPC messages go both ways. */
import type { Json, JsonObject } from '../language/json.ts';
import { parseMarked } from '../redaction/exact-numbers.ts';

export interface Wire {
  /** Rejects with a `WireError` where the message could not be delivered. */
  readonly send: (message: JsonObject, sending?: Sending) => Promise<void>;
  /** Whether each message is a request of its own, as over HTTP: its answer has come when `send` resolves, and its end cancels it. */
  readonly answersAtOnce: boolean;
  /** Ends the connection; nothing is received afterwards. Resolves when nothing of the other end is left. */
  readonly close: () => Promise<void>;
}

export interface Sending {
  readonly signal?: AbortSignal | undefined;
  /** For HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireEvents {
  /** `within`: the id of the request that it belongs to, where the wire knows it. */
  readonly onMessage: (message: unknown, within?: unknown) => void;
  /** A message that is not read, for a reason: the id of the request that it answers, or undefined where that may be any. */
  readonly onUnread?: (id: number | undefined, reason: WireError) => void;
  /** The connection is gone. */
  readonly onEnd: (reason: WireError) => void;
}

/** Rejects with a `WireError` where no connection can be made. */
export type OpenWire = (events: WireEvents) => Promise<Wire>;

/** Why another server cannot be reached; the message is the end of a sentence, without secrets. The cause over HTTP: the status, or the code of the connection, which may be empty. */
export class WireError extends Error {}

/** No other message would get further: nothing listens, or the login is rejected. */
export class NotReached extends WireError {}

/** The server runs, and its response cannot be used. */
export class UnusableResponse extends WireError {}

/** The same at the connection: no revision of MCP is common to both. */
export class OtherRevision extends NotReached {}

/** The server no longer knows the session: nothing was done, and a new session may be opened. The cause: what it has responded, where that is an error of the protocol. */
export class SessionExpired extends WireError {}

export function tooLargeMessage(more = ''): UnusableResponse {
  return new UnusableResponse(`it sent a message larger than 10 MiB${more}`);
}

/** Parses a message of another server; numbers stay what they are (`restoreNumbers`). Undefined where it is not JSON. */
export function parseMessage(text: string): Json | undefined {
  try {
    return parseMarked(text);
  } catch {
    return undefined;
  }
}

/** Aborts the signal after so many milliseconds, with an error that says what it did not do. */
export async function withinTime<T>(
  milliseconds: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const late = new WireError(`it did not ${what} within ${milliseconds / 1000} s`);
  const timer = setTimeout(() => controller.abort(late), milliseconds);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A start that takes long goes on for the next call. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new WireError('the call was cancelled'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const over = (): void => signal.removeEventListener('abort', abort);
    work.then(
      (value) => (over(), resolve(value)),
      (error: unknown) => (over(), reject(error instanceof Error ? error : new WireError('no connection'))),
    );
  });
}
