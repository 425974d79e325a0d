/** Tools that a program calls in its own process, and what the SDKs of models take of them. Printed as it is into `in-process.d.mts`. */

/** A content block of MCP: a text has `text`, an image or a sound `data` in base64 and its `mimeType`. */
export type Block = { readonly type: string; readonly [member: string]: unknown };

/** The result of a call. `content` has the blocks that the data does not say, such as images. */
export type Outcome<Result = unknown> =
  | { readonly success: true; readonly data: Result; readonly content?: readonly Block[] }
  | {
      readonly success: false;
      readonly error: string;
      readonly code: string;
      readonly retry_hint: string;
      readonly content?: readonly Block[];
    };

export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal, and the work is told to stop. */
  readonly signal?: AbortSignal | undefined;
}

/** A tool of the opened server. */
export interface OpenTool<Name extends string = string, Input = never, Result = unknown> {
  readonly name: Name;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Of the JSON text that a model reads: the envelope of successes and failures. */
  readonly outputSchema?: JsonSchema;
  /** `raw`: `content` is the whole result, and what a model reads of it. */
  readonly results?: 'raw';
  readonly readsOnly: boolean;
  /** Whether a call may destroy something: ask the user before it. */
  readonly destroys: boolean;
  /** With everything that a call over MCP has: validation, defaults, limits, deadline, redaction. Rejects for its signal alone. */
  call(input: Input, options?: CallOptions): Promise<Outcome<Result>>;
}

export type JsonSchema = { readonly type?: unknown; readonly [keyword: string]: unknown };

/** What a tool asks the user: a form. */
interface AskedForm {
  readonly message: string;
  /** Flat: texts, numbers, true or false, and choices. */
  readonly requestedSchema: JsonSchema;
  /** The form is that of `confirm`: its only field is `confirm`, true or false. */
  readonly confirms: boolean;
}

/** What the user did with it. */
type FormAnswer =
  | { readonly action: 'accept'; readonly content: { readonly [field: string]: unknown } }
  | { readonly action: 'decline' | 'cancel' };

export interface OpenOptions {
  /** The variables that the server declares are read from it; those of the process by default. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Takes the lines of the log, without secrets; they are dropped by default. */
  readonly log?: (line: string) => void;
  /** In place of those of the server, which are for one model: of calls per minute, and at the same time. */
  readonly limits?: { readonly calls_per_minute?: number; readonly concurrency?: number };
  /** Shows the user what tools ask, while their deadline is held. Without it tools return a failure instead. */
  readonly ask?: (form: AskedForm, signal: AbortSignal) => Promise<FormAnswer>;
}

/** An opened server. */
export interface OpenServer<Tools = AnyTools, Unlisted = AnyTools> {
  readonly tools: Tools;
  readonly unlisted: Unlisted;
  /** Ends the connections that calls have opened. */
  close(): Promise<void>;
}

export type AnyTools = { readonly [name: string]: OpenTool };

type InputOf<Tool> = Tool extends { call(input: infer Input, options?: CallOptions): unknown } ? Input : never;
type OutcomeOf<Tool> = Tool extends { call(input: never, options?: CallOptions): Promise<infer Out> } ? Out : never;

type DataOf<Tool> = Tool extends { call(input: never, options?: CallOptions): Promise<Outcome<infer Data>> }
  ? Data
  : never;

/** Data with members of any name may be none that is declared. */
type DataOrBlocks<Data> = string extends keyof Data ? Data | readonly Block[] : Data;

/** What a function of `toFunctions` throws for a failure. */
export interface HaftError extends Error {
  readonly name: 'HaftError';
  readonly code: string;
  /** The next step, such as another value of an argument. */
  readonly retry_hint: string;
}

/** A tool of AI SDK 6; also Mastra takes it. */
interface AiSdkTool<Input, Out> {
  description: string;
  title?: string;
  inputSchema: {
    readonly '~standard': {
      readonly version: 1;
      readonly vendor: 'haft';
      readonly types?: { readonly input: Input; readonly output: Input };
      readonly validate: (value: unknown) => { readonly value: Input };
      readonly jsonSchema: {
        readonly input: (options: unknown) => Record<string, unknown>;
        readonly output: (options: unknown) => Record<string, unknown>;
      };
    };
  };
  needsApproval: boolean;
  execute: (input: Input, options: { abortSignal?: AbortSignal }) => Promise<Out>;
  toModelOutput: (given: { output: Out }) => AiSdkOutput;
}

type AiSdkOutput =
  | { type: 'error-text'; value: string }
  | { type: 'text'; value: string }
  | {
      type: 'content';
      value: ({ type: 'text'; text: string } | { type: 'image-data' | 'file-data'; data: string; mediaType: string })[];
    };

/** The tools of a request, and what is done with a call that the model answers with. */
export interface ForModel<Tool, Call, Answer> {
  tools: Tool[];
  /** Whether the call may destroy something: ask the user before `run`. */
  asks(call: Call): boolean;
  /** Makes the call. What goes into the next request: a failure, also of unknown names and broken arguments, is an answer. */
  run(call: Call, options?: CallOptions): Promise<Answer>;
}

/** Of APIs that search tools: those that are loaded only when a search finds them. */
export interface DeferOptions {
  readonly defer?: (tool: OpenTool) => boolean;
}

export interface OpenAiTool {
  type: 'function';
  name: string;
  description: string;
  parameters: { [keyword: string]: unknown };
  strict: boolean;
  defer_loading?: true;
}
/** Of its tools a model sees nothing but this until a search finds them. */
export interface OpenAiNamespace {
  type: 'namespace';
  name: string;
  description: string;
  tools: OpenAiTool[];
}
export interface OpenAiCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}
export interface OpenAiAnswer {
  type: 'function_call_output';
  call_id: string;
  output:
    | string
    | ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' })[];
}

interface OpenAiChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: { [keyword: string]: unknown }; strict: boolean };
}
/** A call of another type is no call of a function, and is answered with a failure. */
interface OpenAiChatCall {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}
interface OpenAiChatAnswer {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
  defer_loading?: true;
}
interface AnthropicCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}
interface AnthropicAnswer {
  type: 'tool_result';
  tool_use_id: string;
  content: (
    | { type: 'text'; text: string }
    | {
        type: 'image';
        source: {
          type: 'base64';
          media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
          data: string;
        };
      }
  )[];
  is_error: boolean;
}

interface GeminiTool {
  functionDeclarations: { name: string; description: string; parametersJsonSchema: unknown }[];
}
interface GeminiCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: Record<string, unknown> | undefined;
}
interface GeminiAnswer {
  functionResponse: {
    id?: string;
    name: string;
    response: Record<string, unknown>;
    parts?: { inlineData: { mimeType: string; data: string } }[];
  };
}

/** The options of `tool` of OpenAI Agents: `toOpenAiAgents(tools).map((one) => tool(one))`. */
interface OpenAiAgentsTool {
  name: string;
  description: string;
  /** The types of the package know open objects alone. */
  parameters: { type: 'object'; properties: Record<string, never>; required: string[]; additionalProperties: true };
  strict: false;
  needsApproval: boolean;
  deferLoading: boolean;
  execute: (
    input: unknown,
    context?: unknown,
    details?: { signal?: AbortSignal },
  ) => Promise<
    string | ({ type: 'text'; text: string } | { type: 'image'; image: { data: string; mediaType: string } })[]
  >;
}

/** Functions without any SDK: each gives what one of them takes. */
export interface Adapters {
  toAiSdk<Tools extends AnyTools>(
    tools: Tools,
  ): { [Name in keyof Tools]: AiSdkTool<InputOf<Tools[Name]>, OutcomeOf<Tools[Name]>> };
  /**
   * Of the Responses API. `strict: false` sends every schema as it is; otherwise those that fit are strict. Deferred tools are in
   * namespaces of at most 10; add `{ type: 'tool_search' }` to the request.
   */
  toOpenAi(
    tools: AnyTools,
    options?: DeferOptions & { readonly strict?: boolean },
  ): ForModel<OpenAiTool | OpenAiNamespace, OpenAiCall, OpenAiAnswer>;
  /** Of the Chat Completions API, whose tool messages are texts: images are named, and left out. */
  toOpenAiChat(
    tools: AnyTools,
    options?: { readonly strict?: boolean },
  ): ForModel<OpenAiChatTool, OpenAiChatCall, OpenAiChatAnswer>;
  /** Where tools are deferred, add a search tool of the API to the request. */
  toAnthropic(tools: AnyTools, options?: DeferOptions): ForModel<AnthropicTool, AnthropicCall, AnthropicAnswer>;
  toGemini(tools: AnyTools): ForModel<GeminiTool, GeminiCall, GeminiAnswer>;
  /** Where tools are deferred, add `toolSearchTool()` to the agent. */
  toOpenAiAgents(tools: AnyTools, options?: DeferOptions): OpenAiAgentsTool[];
  /**
   * For code that a model writes: functions that return the data of the result, or its blocks where a tool declares no data, and
   * reject with a `HaftError` for a failure.
   */
  toFunctions<Tools extends AnyTools>(
    tools: Tools,
  ): {
    [Name in keyof Tools]: (
      input: InputOf<Tools[Name]>,
      options?: CallOptions,
    ) => Promise<DataOrBlocks<DataOf<Tools[Name]>>>;
  };
}
