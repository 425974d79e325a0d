/** Other MCP servers behind a server, as data. */
import type { ErrorCase } from './error-case.ts';
import type { JsonObject } from '../language/json.ts';
import type { ResultTable } from './result-descriptor.ts';

/** Another MCP server, connected at the first call that needs it: a program with `command`, or an address with `url`. */
export interface UpstreamDescriptor {
  /** Program and arguments; templates over `env` only. */
  readonly command?: readonly string[];
  readonly cwd?: string;
  /** Names of variables passed on besides those that every program gets. */
  readonly env?: readonly string[];
  /** Template over `env` only; https, or an address of this machine. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until it has answered `initialize`. */
  readonly timeout_ms: number;
  /** Whether a tool whose definition is not the pinned one is rejected or only logged. */
  readonly on_drift: 'reject' | 'log';
  readonly on_unreachable?: ErrorCase;
  /** What it offers beside tools, for the clients of the server. */
  readonly pass?: readonly PassedCapability[];
}

/** A capability of MCP servers that can be passed on; each from one upstream of a server. */
export type PassedCapability = 'prompts' | 'resources' | 'completions' | 'logging';

/** One tool of another MCP server. */
export interface McpBehavior {
  readonly kind: 'mcp';
  readonly upstream: string;
  /** Its name there. */
  readonly tool: string;
  /** Templates as in a JSON body; the unchanged arguments where absent. */
  readonly arguments?: JsonObject;
  /** `sha256:` and 64 hex digits of the canonical JSON of the tool's whole definition (RFC 8785). */
  readonly pin?: string;
  readonly result?: ResultTable;
  /** Words for a result with `isError`, tried in order; the tool's own text where none holds. */
  readonly on_error?: readonly ErrorCase[];
}
