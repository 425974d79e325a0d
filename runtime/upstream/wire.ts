/** A connection to another MCP server, on which JSON-RPC messages go both ways. */
import type { JsonObject } from '../language/json.ts';

export interface Wire {
  /** Rejects with a `WireError` where the message could not be delivered. */
  readonly send: (message: JsonObject, signal?: AbortSignal) => Promise<void>;
  /** Whether the answer to a message has come when `send` resolves. */
  readonly answersAtOnce: boolean;
  /** Ends the connection; nothing is received afterwards. Resolves when nothing of the other end is left. */
  readonly close: () => Promise<void>;
}

export interface WireEvents {
  readonly onMessage: (message: unknown) => void;
  /** The connection is gone. */
  readonly onEnd: (reason: WireError) => void;
}

/** Rejects with a `WireError` where no connection can be made. */
export type OpenWire = (events: WireEvents) => Promise<Wire>;

/** Why another server cannot be reached; the message is the end of a sentence, without secrets. */
export class WireError extends Error {}

/** The server no longer knows the session: nothing was done, and a new session may be opened. */
export class SessionExpired extends WireError {}
