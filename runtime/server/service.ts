/** The request of a handler to a connection of its server, and the response. */
import type { ToolFailure } from './failure.ts';
import type { Json, JsonObject } from '../language/json.ts';

/** One request; connection headers, limits and secrets are those of the spec. */
export interface ServiceRequest {
  /** Default: GET. GET and HEAD alone are tried again when the service is busy. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the connection's `base_url`. `{name}` is one of `values`, percent-encoded, `{env.NAME}` for a variable. */
  readonly path: string;
  readonly values?: JsonObject;
  /** Sent unchanged: no templates. An array repeats its parameter; undefined and null are omitted. */
  readonly query?: Readonly<Record<string, Json | undefined>>;
  /** Added to those of the connection. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly json?: Json;
}

/** The response of the service, with any status. */
export interface ServiceReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The received body, decompressed. */
  readonly bytes: Uint8Array;
  /** Absent where the text is not JSON. */
  readonly json: Json | undefined;
  /** For a status outside 200 to 299: the failure to return, with the connection's message if it has one. */
  readonly failure: ToolFailure | undefined;
}

/**
 * Sends a request to a connection of the spec, with everything that holds for `http:` tools: it stays on `base_url`, has
 * limits of size and time, honors pauses that the service asked for, and ends with the call. A failure (`'error' in reply`)
 * means that there was no answer: return it, or do without.
 */
export type SendRequest<Connection extends string = string> = (
  connection: Connection,
  request: ServiceRequest,
) => Promise<ServiceReply | ToolFailure>;
