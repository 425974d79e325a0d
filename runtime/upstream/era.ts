/** The revision of MCP in which another server is spoken to, as one value (ADR 47). */
import type { JsonObject } from '../language/json.ts';
import { CAPABILITIES, CLIENT_INFO, VERSION } from '../protocol/versions.ts';
import { type Headers, messageHeaders } from './mirror.ts';

/** What a revision adds to each message. */
export interface UpstreamEra {
  /** Members of `_meta` of every request. */
  readonly meta: JsonObject;
  readonly headers: (method: string, params: JsonObject) => Headers;
  /** MCP 2026-07-28 and later: no session, arguments are mirrored, and results may be unfinished. */
  readonly isModern: boolean;
}

/** Who connects. */
export interface Client {
  readonly name: string;
  readonly version: string;
  /** It passes questions on to clients of its own. */
  readonly asks?: boolean | undefined;
}

/** Before a revision is agreed on. */
export const UNKNOWN_ERA: UpstreamEra = { meta: {}, headers: () => ({}), isModern: false };

export function legacyEra(version: string): UpstreamEra {
  return { meta: {}, headers: () => ({ 'mcp-protocol-version': version }), isModern: false };
}

export function modernEra(version: string, client: Client): UpstreamEra {
  return {
    meta: { [VERSION]: version, [CAPABILITIES]: {}, [CLIENT_INFO]: { name: client.name, version: client.version } },
    headers: (method, params) => ({ 'mcp-protocol-version': version, ...messageHeaders(method, params) }),
    isModern: true,
  };
}
