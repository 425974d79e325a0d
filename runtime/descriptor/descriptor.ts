/** What a generated server is made of: pure data, printed by the compiler, read by the runtime. */
import type { ViewTable } from './view-descriptor.ts';
import type { ErrorCase, ResultTable } from './result-descriptor.ts';
import type { AuthDescriptor } from './auth-descriptor.ts';
import type { CommandBehavior, CommandStep } from './command-descriptor.ts';
import type { ConnectionAuth, ConnectionDescriptor, HttpBehavior } from './http-descriptor.ts';
import type { DatabaseDescriptor, SqlBehavior } from './sql-descriptor.ts';
import type { JsonObject } from '../language/json.ts';
import type { Schema } from '../language/schema.ts';
import type { AskingParts, OfferedParts } from './offer-descriptor.ts';
import type { Adapter } from '../language/adapter.ts';

export type { AuthDescriptor, IntrospectionDescriptor, ToolAccess } from './auth-descriptor.ts';
export type { ArgvElement, CommandBehavior, CommandStep, OutputFormat } from './command-descriptor.ts';
export type { ConnectionDescriptor, HttpBehavior, HttpStep } from './http-descriptor.ts';
export type {
  DatabaseDescriptor,
  SqlBehavior,
  SqlKey,
  SqlResume,
  SqlStatement,
  SqlStep,
  StatementPart,
} from './sql-descriptor.ts';
export type {
  Conditions,
  ErrorCase,
  ErrorTable,
  FailureTest,
  ListSource,
  OmitTable,
  ResultRule,
  ResultSource,
  ResultTable,
  Slice,
} from './result-descriptor.ts';
export type { TranslateTable } from '../language/translate.ts';

/** One server as a value. `format` rises when an older runtime could not read it: 3 has `auth`, 4 credentials for other services, and 5 `asks`, none of which it must ignore. */
export interface ServerDescriptor extends OfferedParts {
  readonly format: 2 | 3 | 4 | 5;
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
  /** Whose tokens it accepts over HTTP; only with format 3 or later. */
  readonly auth?: AuthDescriptor;
  /** Tools ask the user before they work; only with format 5. */
  readonly asks?: true;
  /** Other MCP servers whose tools it offers; none where absent. */
  readonly upstreams?: Readonly<Record<string, UpstreamDescriptor>>;
  /** Databases that its tools run statements in; none where absent. */
  readonly databases?: Readonly<Record<string, DatabaseDescriptor>>;
  readonly tools: ToolTable;
  /** The tools as texts, where the server is printed: `tools` is then parsed from them when it is first read. */
  readonly printed?: readonly PrintedTool[];
  /** Skills that hosts can read from the server (SEP-2640). */
  readonly skills?: SkillTable;
  /** How hosts with MCP Apps show results. */
  readonly views?: ViewTable;
}

/** `http` is Streamable HTTP; `sse` is the HTTP+SSE of MCP 2024-11-05. */
export type Transport = 'stdio' | 'http' | 'sse';

/** The tools in the order in which they are listed. */
export type ToolTable = readonly ToolDescriptor[];

/** A tool by its name: what `tools/list` shows of it and the rest, each as the JSON text of an object; `true`: it is not shown, `found`: nor is it, but it is found. */
export type PrintedTool = readonly [name: string, listed: string, rest: string, isUnlisted?: true | 'found'];

/** A server as the compiler prints it: reading hundreds of tools would be most of its start. */
export type PrintedServer = Omit<ServerDescriptor, 'tools'> & { readonly printed: readonly PrintedTool[] };

/** One tool: the fields that MCP `tools/list` shows, and how a call is carried out. */
export interface ToolDescriptor extends AskingParts {
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
  /** `tools/list` does not show the tool; a call reaches it, and with `found` a search (`list: search`). */
  readonly listed?: false | 'found';
  /** Within those of the server. */
  readonly limits?: ToolLimitsDescriptor;
  /** Groups by which tools are chosen when the server starts. */
  readonly tags?: readonly string[];
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
  /** Of the JSON of a result; no limit where absent. */
  readonly result_bytes?: number;
}

/** How much one tool does. */
interface ToolLimitsDescriptor extends Partial<Omit<LimitsDescriptor, 'timeout_ms'>> {
  /** The parameter that makes its result smaller. */
  readonly smaller_by?: string;
}

/** How a call is carried out. */
export type Behavior =
  | HttpBehavior
  | CommandBehavior
  | FileBehavior
  | SqlBehavior
  | McpBehavior
  | HandlerBehavior
  | ViaBehavior
  // Of `list: search`: the two tools that find the others, and call one by its name.
  | { readonly kind: 'find' };

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
  /** What `call.run` can run, by the names that the code uses. */
  readonly programs?: Readonly<Record<string, HandlerProgram>>;
  /** Whether `call.ask` is used. */
  readonly asks?: true;
  /** Names of the variables with the folders that `call.file` can open. */
  readonly folders?: readonly string[];
}

/** The beginning of the arguments, and what the server declares for the program. */
export type HandlerProgram = Pick<CommandStep, 'cwd' | 'env' | 'set_env' | 'exit_codes' | 'not_found'> & {
  readonly argv: readonly string[];
};

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
  readonly auth?: ConnectionAuth;
  /** Milliseconds until it has answered `initialize`. */
  readonly timeout_ms: number;
  /** Whether a tool whose definition is not the pinned one is rejected or only logged. */
  readonly on_drift: 'reject' | 'log';
  readonly on_unreachable?: ErrorCase;
  /** What it offers beside tools, for the clients of the server. */
  readonly pass?: readonly PassedCapability[];
}

/** What can be passed on: a capability of MCP servers, each from one upstream of a server, or the questions that an upstream has for the user. */
export type PassedCapability = 'prompts' | 'resources' | 'completions' | 'logging' | 'elicitation';

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

/** A deprecated tool whose calls go through another tool of its server. */
export interface ViaBehavior extends Adapter {
  readonly kind: 'via';
  /** Its name. */
  readonly tool: string;
  /** Where results of that tool can be content blocks. */
  readonly blocks?: 'always' | 'sometimes';
}

/** The skills of a server in the order in which they are listed; hosts read them over MCP (SEP-2640). */
export type SkillTable = readonly SkillDescriptor[];

/** One skill as hosts read it over MCP. */
export interface SkillDescriptor {
  /** That of its `SKILL.md`: `skill://<name>/SKILL.md`. */
  readonly uri: string;
  /** The front matter of `SKILL.md`, unchanged. */
  readonly frontmatter: JsonObject;
  /** All of them, `SKILL.md` too. */
  readonly files: readonly ServedFile[];
}

/** A file of a skill, with the content that a host holds against size and digest. */
export interface ServedFile {
  readonly uri: string;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string;
  /** Base64 of binary content. */
  readonly blob?: string;
}
