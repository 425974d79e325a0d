/** What a generated server is made of: pure data, printed by the compiler, read by the runtime. */
import type {
  ConnectionAuth,
  MultipartFile,
  PagingPolicy,
  PairStyle,
  PollPolicy,
  QueryValue,
  ResponseMode,
  RetryPolicy,
} from './http-descriptor.ts';
import type { ErrorCase } from './error-case.ts';
import type { Json, JsonObject } from './language/json.ts';
import type { Schema } from './language/schema.ts';
import type { ResultTable } from './result-descriptor.ts';
import type { SkillTable } from './skill-descriptor.ts';
import type { McpBehavior, UpstreamDescriptor } from './upstream-descriptor.ts';

export type { ErrorCase } from './error-case.ts';
export type { McpBehavior, PassedCapability, UpstreamDescriptor } from './upstream-descriptor.ts';
export type { SkillDescriptor, SkillFile, SkillTable } from './skill-descriptor.ts';
export type { ResultRule, ResultSource, ResultTable, Slice } from './result-descriptor.ts';

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

/** A service that tools talk to over HTTP. */
export interface ConnectionDescriptor {
  /** Template over `env` only; requests never leave its origin. */
  readonly base_url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: ConnectionAuth;
  readonly timeout_ms?: number;
  readonly on_unreachable?: ErrorCase;
  /** Cases by status code that hold for every tool on this connection; a tool's own come first. */
  readonly errors?: ErrorTable;
}

/** How much the server does. */
export interface LimitsDescriptor {
  /** Calls of one client: over HTTP an address, else there is only one. */
  readonly calls_per_minute: number;
  /** Calls that run at the same time, of all clients; a few more wait. */
  readonly concurrency: number;
  /** Deadline of one call. */
  readonly timeout_ms: number;
}

/** From status or exit code (as decimal text) to its cases, tried in order. */
export type ErrorTable = Readonly<Record<string, readonly ErrorCase[]>>;

/** How a call is carried out. */
export type Behavior = HttpBehavior | CommandBehavior | FileBehavior | McpBehavior | HandlerBehavior;

/** One request to a connection, and the failures that its response can report. */
export interface HttpStep {
  readonly connection: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template whose values are percent-encoded (RFC 6570 simple expansion). */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON body template; see `language/body.ts`. */
  readonly json?: Json;
  /** Text body template; a list is joined with `separator`. */
  readonly text?: string;
  readonly separator?: string;
  /** Fields of an `application/x-www-form-urlencoded` body: templates as in `json`. */
  readonly form?: JsonObject;
  /** Fields of a `multipart/form-data` body (RFC 7578). */
  readonly multipart?: Readonly<Record<string, string | MultipartFile>>;
  /** How lists and objects are written in `query` and `form`; `repeat` where absent. */
  readonly style?: PairStyle;
  /** How the body of a success is read; `json` where absent. An empty body is a success in each mode. */
  readonly response?: ResponseMode;
  readonly retry?: RetryPolicy;
  readonly translate?: TranslateTable;
  readonly errors?: ErrorTable;
  readonly fails_when?: readonly FailureTest[];
}

/** One request, sent when none of those `before` it reported a failure. */
export interface HttpBehavior extends HttpStep {
  readonly kind: 'http';
  readonly before?: readonly HttpStep[];
  /** Bytes of a response; 10 MiB where absent. */
  readonly max_bytes?: number;
  /** With `response: bytes`: the file that is written; templates, `folder` over `env` only. */
  readonly save_to?: { readonly folder: string; readonly path: string };
  /** `location`: a redirect is the success, and its address the answer. */
  readonly redirect?: 'location';
  readonly paging?: PagingPolicy;
  readonly poll?: PollPolicy;
  readonly result?: ResultTable;
}

/**
 * An argument: a template; a list of templates that are left out together when a value is absent, and repeated for each
 * element of a list; or the texts of boolean parameters that are true, by their names.
 */
export type ArgvElement = string | readonly string[] | Readonly<Record<string, string>>;

/** How standard output is read: rows are maps, with the names of `columns` or of the first row. */
export type OutputFormat = 'json' | 'jsonl' | 'csv' | 'tsv' | 'lines' | 'text';

/** A program without a shell: whatever a value is, it is one argument. */
export interface CommandStep {
  readonly argv: readonly ArgvElement[];
  readonly stdin?: string;
  readonly cwd?: string;
  /** Names of variables passed on besides PATH and HOME. */
  readonly env?: readonly string[];
  readonly stdout: OutputFormat;
  /** Names of the columns of `csv` and `tsv`; the first row has them where absent. */
  readonly columns?: readonly string[];
  /** The value of an output that is only white space. */
  readonly empty?: Json;
  readonly max_bytes: number;
  /** Beyond `max_bytes`: the complete lines before it are the output. The call fails where absent. */
  readonly on_more?: 'truncate';
  readonly translate?: TranslateTable;
  readonly exit_codes?: ErrorTable;
  readonly fails_when?: readonly FailureTest[];
  readonly not_found?: ErrorCase;
}

/** One run of a program, started when none of those `before` it reported a failure. */
export interface CommandBehavior extends CommandStep {
  readonly kind: 'command';
  readonly before?: readonly CommandStep[];
  readonly result?: ResultTable;
}

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

/** Parameter → value of the model's, as text → text that is sent; other values stay as they are. */
export type TranslateTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A failure reported inside a success, such as HTTP 200 with `{"failed": {…}}`. */
export interface FailureTest extends ErrorCase {
  /** RFC 6901; it finds something when that is anything but null, false, "" or an empty container. */
  readonly pointer: string;
  /** What it has to find for the call to have failed; `something` where absent. */
  readonly finds?: 'something' | 'nothing';
}
