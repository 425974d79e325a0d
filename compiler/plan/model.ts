/** The compiled model of all specs: pure data, sorted, defaults resolved; it is emitted, released and compared. */
import type {
  Transport,
  Behavior,
  ConnectionDescriptor,
  DatabaseDescriptor,
  EnvDescriptor,
  LimitsDescriptor,
  ObjectSchema,
  ServerDescriptor,
  ToolAnnotations,
  UpstreamDescriptor,
} from '@haft/runtime';
import type { JsonObject, Schema } from '@haft/runtime/language';
import type { AuthPlan } from '../spec/behaviors/server-auth.ts';
import type { DescriptionPart } from '../check/description.ts';
import type { PassedOn, ToolSpec } from '../check/documents/tool.ts';
import type { ToolReference } from '../check/tool-names.ts';
import type { Offers } from './offers.ts';

export interface Plan {
  /** Rises when an older Haft could not read it. */
  readonly planVersion: 1;
  /** By name. */
  readonly servers: readonly ServerPlan[];
  /** By name. */
  readonly skills: readonly SkillPlan[];
  /** Only in a contract: in which release each part got its current content. */
  readonly marks?: ReleaseMarks;
  /** Only in a contract: what evals showed at the release; absent in older ones, and where nothing was tested. */
  readonly evals?: ReleasedEvals;
}

export interface ReleasedEvals {
  /** Those of haft.yaml, by name. */
  readonly choices: readonly PlannedChoice[];
  /** Choices that had valid results, now or at an earlier release, as records name them; sorted. */
  readonly tested: readonly string[];
}

/** What a host shows together, as haft.yaml names it. */
export interface PlannedChoice {
  readonly name: string;
  readonly servers?: readonly string[];
  readonly skills?: readonly string[];
  readonly evals: readonly ToolEval<ToolReference>[];
}

/** By `markKey`, or by name: version and hash of the release, such as `1.1.0 3f2a91c07d5e6b18`; several joined by ` + `. */
export type ReleaseMarks = Readonly<Record<string, string>>;

export interface ServerPlan extends Offers {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly summary: string;
  /** What a model reads about the server, where not the summary; it may be empty. */
  readonly instructions?: string;
  readonly transports: readonly Transport[];
  readonly coerce: boolean;
  /** `search`: its tools are found by two others, but for those that destroy. */
  readonly list?: 'search';
  readonly env: Readonly<Record<string, EnvDescriptor>>;
  readonly connections: Readonly<Record<string, ConnectionDescriptor>>;
  readonly limits: LimitsDescriptor;
  /** Whose tokens it accepts over HTTP; absent where it has no `auth`. */
  readonly auth?: AuthPlan;
  /** Absent where it has none. */
  readonly databases?: Readonly<Record<string, DatabaseDescriptor>>;
  /** Other MCP servers; absent where it has none. */
  readonly upstreams?: Readonly<Record<string, UpstreamDescriptor>>;
  /** By name, across files: a model sees one order. */
  readonly tools: readonly ToolPlan[];
  /** Names of the skills that hosts can read from it, sorted; absent where it serves none. */
  readonly skills?: readonly string[];
  /** Its prompts, resources and icons with the content of files, while the server is printed; in no Plan. */
  readonly offered?: Pick<ServerDescriptor, 'prompts' | 'resources' | 'icons'>;
  /** Its files that a case may send, by path next to the spec; not in a contract. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Hashes of each handler file and of what it imports, by its path beside the spec (`handler-code.ts`); only where code was read. */
  readonly handlers?: Readonly<Record<string, string>>;
  /** Only in a contract: tools that a release removed, by name, with the mark of that release. */
  readonly removed?: ReleaseMarks;
  /** The spec file, relative to the project. */
  readonly source: string;
}

export interface ToolPlan extends PassedOn {
  readonly name: string;
  /** In profile `mcp` only where it was given. */
  readonly title?: string;
  readonly description: Description;
  /** The description as its author wrote it; `haft bump` writes it again. */
  readonly authored: ToolSpec['description'];
  readonly inputSchema: ObjectSchema;
  /** Schema of a successful result's `data`. */
  readonly returns: Schema;
  /** With the defaults of MCP for what was not given. */
  readonly annotations: ToolAnnotations;
  /** A call must give at least one parameter of each group. */
  readonly at_least_one?: readonly (readonly string[])[];
  /** Scopes that a call needs, also where they follow from its effects. */
  readonly scopes?: readonly string[];
  /** It works without a token. */
  readonly public?: boolean;
  /** The annotations as they are listed, where not the four above; null where none are. */
  readonly hints?: JsonObject | null;
  readonly icons?: readonly JsonObject[];
  /** `_meta` of the tool. */
  readonly meta?: JsonObject;
  readonly execution?: JsonObject;
  /** Results have no envelope, and nothing is listed that was not given. */
  readonly results?: 'raw';
  /** Schema of `structuredContent`, as it was given; only with raw results. */
  readonly outputSchema?: JsonObject;
  readonly behavior: Behavior;
  /** Of the rows of its statement: the type by name, empty where it is not known; absent where no database was learned. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Hash of the page of its view, where that is a file. */
  readonly page?: string;
  /** That page; not in a contract. */
  readonly pageText?: string;
  /** The author's file with the handler, relative to the project. */
  readonly handlerFile?: string;
  readonly evals: readonly ToolEval<ToolReference>[];
  /** Released tools that it took the place of; more than one after a consolidation. */
  readonly replaces?: readonly ToolReference[];
  readonly deprecated?: Deprecation;
  /** Of an imported tool: its place in the source, which identifies it after a rename. */
  readonly from?: string;
  readonly source: string;
}

/** A description as the model reads it, and the hash of each part: evals are tied to these (EXT §9.3). */
export interface Description {
  readonly text: string;
  readonly parts: readonly HashedPart[];
}

export interface HashedPart extends DescriptionPart {
  readonly hash: string;
}

/** `N`: how tools are named in it. */
export interface ToolEval<N = string> {
  /** Unique among the cases of its choice. */
  readonly id?: string;
  /** Of a prompt, how reports name it. */
  readonly query: string;
  /** The prompt that the user chooses in place of a request. */
  readonly prompt?: { readonly name: string; readonly arguments: Readonly<Record<string, string>> };
  /** Resources that the user attaches; `text` where no file has the content. */
  readonly with?: readonly { readonly uri: string; readonly text?: string }[];
  /** By name of the argument: a value or a matcher, read by `matcherOf`. */
  readonly arguments?: JsonObject;
  readonly expect: Expectation<N>;
  /** Tools that must not be called. */
  readonly never?: readonly N[];
  /** Earlier turns, first to last. */
  readonly after?: readonly EvalTurn<N>[];
  /** Calls on the way to the expected one. */
  readonly via?: readonly EvalStep<N>[];
}

/** A call with what it returns: one of `result` and `fails`, which names a failure of the tool by its code. */
export interface EvalStep<N = string> {
  readonly call: N;
  readonly result?: JsonObject;
  readonly fails?: string | FailureWording;
}

/** What a model reads of a failure. */
interface FailureWording {
  readonly error: string;
  readonly retry_hint: string;
  readonly code?: string;
}

/** The tool that should be called, none (null), one of several, or a question back to the user. */
export type Expectation<N = string> = N | null | { readonly any_of: readonly N[] } | { readonly ask: true };

/** Exactly one of `user`, `assistant` and `call`. */
export interface EvalTurn<N = string> {
  readonly user?: string;
  readonly assistant?: string;
  readonly call?: N;
  readonly arguments?: JsonObject;
  readonly result?: JsonObject;
}

/** Dates as YYYY-MM-DD. */
export interface Deprecation {
  readonly since: string;
  readonly use: ToolReference;
  readonly remove_after: string;
  readonly reason: string;
  /** `false`: models do not see the tool. A date: the day on which that is due. */
  readonly listed?: string | false;
}

export interface SkillPlan {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  readonly description: Description;
  readonly context: string;
  readonly steps: readonly string[];
  readonly never: readonly string[];
  /** One request and how it is handled, as Markdown. */
  readonly example?: string;
  /** Cases that belong elsewhere, repeated in the body: hosts cut long descriptions at the end. */
  readonly not_for: readonly { readonly case: string; readonly use?: string }[];
  readonly references: readonly { readonly file: string; readonly when: string }[];
  readonly servers: readonly string[];
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly allowed_tools?: readonly string[];
  /** The whole front matter of a skill of profile `mcp`, in order. */
  readonly frontMatter?: JsonObject;
  /** The original text of the front matter, with its `---` lines. */
  readonly frontMatterSource?: string;
  /** The body of a skill of profile `mcp`, instead of context, steps and what not to do. */
  readonly text?: string;
  /** Copied next to SKILL.md; by path. */
  readonly files: readonly SkillFilePlan[];
  readonly evals: readonly SkillEval[];
  readonly source: string;
}

export interface SkillFilePlan {
  /** Below the skill's folder. */
  readonly path: string;
  /** Relative to the project. */
  readonly from: string;
  readonly sha256: string;
  readonly executable: boolean;
}

export interface SkillEval {
  readonly input: string;
  readonly expected_behavior: readonly string[];
  readonly should_trigger: boolean;
}
