/** What a generated server is made of: pure data, printed by the compiler, read by the runtime. */
import type { CommandBehavior } from './command-descriptor.ts';
import type { ErrorCase } from './error-case.ts';
import type { ConnectionDescriptor, HttpBehavior } from './http-descriptor.ts';
import type { JsonObject } from '../language/json.ts';
import type { Schema } from '../language/schema.ts';
import type { SkillTable } from './skill-descriptor.ts';
import type { McpBehavior, UpstreamDescriptor } from './upstream-descriptor.ts';

export type { ArgvElement, CommandBehavior, CommandStep, OutputFormat } from './command-descriptor.ts';
export type { ErrorCase, ErrorTable, FailureTest } from './error-case.ts';
export type { ConnectionDescriptor, HttpBehavior, HttpStep } from './http-descriptor.ts';
export type { McpBehavior, PassedCapability, UpstreamDescriptor } from './upstream-descriptor.ts';
export type { SkillDescriptor, ServedFile, SkillTable } from './skill-descriptor.ts';
export type { ResultRule, ResultSource, ResultTable, Slice, TranslateTable } from './result-descriptor.ts';

/** One server as a value. `format` rises when an older runtime could not read it. */
export interface ServerDescriptor {
  readonly format: 2;
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** One or two sentences for the model about the whole server (MCP `instructions`). */
  readonly instructions: string;
  /** How hosts may reach it, in the author's order; the first is the default. */
  readonly transports: readonly Transport[];
  /** Arguments that are the right value in the wrong JSON type (`"5"`, `"true"`) are converted where nothing is lost. */
  readonly coerce: boolean;
  readonly env: Readonly<Record<string, EnvDescriptor>>;
  readonly connections: Readonly<Record<string, ConnectionDescriptor>>;
  readonly limits: LimitsDescriptor;
  /** Other MCP servers whose tools it offers; none where absent. */
  readonly upstreams?: Readonly<Record<string, UpstreamDescriptor>>;
  readonly tools: ToolTable;
  /** The tools as texts, where the server is printed: `tools` is then parsed from them when it is first read. */
  readonly printed?: readonly PrintedTool[];
  /** Skills that hosts can read from the server (SEP-2640). */
  readonly skills?: SkillTable;
}

/** `http` is Streamable HTTP; `sse` is the HTTP+SSE of MCP 2024-11-05. */
export type Transport = 'stdio' | 'http' | 'sse';

/** The tools in the order in which they are listed. */
export type ToolTable = readonly ToolDescriptor[];

/** A tool by its name: what `tools/list` shows of it and the rest, each as the JSON text of an object. */
export type PrintedTool = readonly [name: string, listed: string, rest: string];

/** A server as the compiler prints it: reading hundreds of tools would be most of its start. */
export type PrintedServer = Omit<ServerDescriptor, 'tools'> & { readonly printed: readonly PrintedTool[] };

/** One tool: the fields that MCP `tools/list` shows, and how a call is carried out. */
export interface ToolDescriptor {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: ObjectSchema;
  /**
   * Schema of the envelope of EXT §2.4; `properties.data` is the schema of a successful result. With `results: 'raw'` the
   * schema of `structuredContent` as it was given, or none.
   */
  readonly outputSchema?: Schema;
  readonly annotations?: ToolAnnotations | JsonObject;
  readonly icons?: readonly JsonObject[];
  /** Such as `{ taskSupport: 'forbidden' }` (MCP 2025-11-25, `execution` of a tool). */
  readonly execution?: JsonObject;
  /** More about the tool under prefixed keys (MCP `_meta`). */
  readonly _meta?: JsonObject;
  /** A call must give at least one parameter of each group. */
  readonly at_least_one?: readonly (readonly string[])[];
  /** `raw`: results have no envelope. */
  readonly results?: 'raw';
  /** Deadline of one call; the server's `limits.timeout_ms` where absent. */
  readonly timeout_ms?: number;
  /** The failure of a call that is not over by then. */
  readonly on_timeout?: ErrorCase;
  readonly behavior: Behavior;
}

/** A schema of arguments or of an envelope. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** MCP tool annotations, always all four: the protocol's defaults are the alarming ones. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** An environment variable that the server reads. */
export interface EnvDescriptor {
  readonly description: string;
  /** Its value, from four characters on, is redacted in everything that leaves the server. */
  readonly secret: boolean;
  readonly optional: boolean;
  /** The failure of a call that needs the variable while it is not set. */
  readonly on_missing?: ErrorCase;
}

/** How much the server does. */
export interface LimitsDescriptor {
  /** Calls of one client: over HTTP an address (behind a trusted proxy the one that it names), else there is only one. */
  readonly calls_per_minute: number;
  /** Calls that run at the same time, of all clients, which take turns; a few more wait. */
  readonly concurrency: number;
  /** Deadline of one call. */
  readonly timeout_ms: number;
}

/** How a call is carried out. */
export type Behavior = HttpBehavior | CommandBehavior | FileBehavior | McpBehavior | HandlerBehavior;

/** One file below a folder. */
export interface FileBehavior {
  readonly kind: 'file';
  /** Template over `env` only; an absolute path. */
  readonly folder: string;
  /** Template of a path below the folder. */
  readonly path: string;
  readonly format: 'text' | 'bytes';
  /** Templates of whole numbers; the first line is 1. */
  readonly lines?: { readonly start?: string; readonly count?: string };
  readonly max_bytes: number;
  readonly not_found?: ErrorCase;
}

/** A function of the author's, found under this export name. */
export interface HandlerBehavior {
  readonly kind: 'handler';
  readonly export: string;
}
