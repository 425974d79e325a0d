/** What the SDKs and APIs of models take of opened tools: plain values, without any of their code. */
import { isObject, tryParse } from '../language/json.ts';
import { inexactNumber } from '../language/plain.ts';
import { inexactArgument } from '../server/call-failures.ts';
import type {
  Adapters,
  AnyTools,
  Block,
  CallOptions,
  DeferOptions,
  ForModel,
  HaftError,
  JsonSchema,
  OpenAiAnswer,
  OpenAiCall,
  OpenAiTool,
  OpenTool,
  Outcome,
} from './shapes.ts';
import { type Bytes, bytesIn } from './blocks.ts';
import { asWritten } from './exact-values.ts';
import { inNamespaces, portableName } from './namespaces.ts';
import { strictSchema, withoutNulls } from './strict.ts';

export const toAiSdk: Adapters['toAiSdk'] = (tools) => {
  const adapted = Object.values<OpenTool>(tools).map((tool) => [
    tool.name,
    {
      description: tool.description,
      ...(tool.title !== undefined && { title: tool.title }),
      inputSchema: { '~standard': standardSchema(tool.inputSchema) },
      needsApproval: tool.destroys,
      execute: (input: never, { abortSignal }: { abortSignal?: AbortSignal }) =>
        tool.call(input, { signal: abortSignal }),
      toModelOutput: ({ output }: { output: Outcome }) => {
        const parts = partsOf(tool, output);
        return output.success && (parts[1] || parts[0]?.bytes)
          ? { type: 'content', value: parts.map(aiSdkPart) }
          : { type: output.success ? 'text' : 'error-text', value: textsOf(parts) };
      },
    },
  ]);
  // The types of the tools are those of their names.
  return Object.fromEntries(adapted);
};

/** It accepts everything (standardschema.dev): so the message of the tool itself reaches the model, and coercion stays. */
function standardSchema(schema: JsonSchema) {
  const json = (): JsonSchema => schema;
  return {
    version: 1,
    vendor: 'haft',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: json, output: json },
  };
}

function aiSdkPart({ text, image, bytes }: Part): object {
  return bytes ? { type: image ? 'image-data' : 'file-data', ...bytes } : { type: 'text', text };
}

export const toOpenAi: Adapters['toOpenAi'] = (tools, { strict = true, defer } = {}) => {
  const all = forModel(tools, strict, {
    declare: (one): OpenAiTool => ({ type: 'function', ...openAiFunction(one), ...deferMark(one, defer) }),
    read: (call: OpenAiCall) => [call.name, call.arguments],
    reply: ({ call_id }, { parts }): OpenAiAnswer => ({
      type: 'function_call_output',
      call_id,
      output: textOr(parts, ({ text, image }) =>
        image
          ? { type: 'input_image', image_url: `data:${image.mediaType};base64,${image.data}`, detail: 'auto' }
          : { type: 'input_text', text },
      ),
    }),
  });
  return { ...all, tools: inNamespaces(all.tools) };
};

export const toOpenAiChat: Adapters['toOpenAiChat'] = (tools, { strict = true } = {}) =>
  forModel(tools, strict, {
    declare: (one) => ({ type: 'function', function: openAiFunction(one) }),
    read: (call) => [call.function?.name, call.function?.arguments],
    reply: ({ id }, { parts }) => ({ role: 'tool', tool_call_id: id, content: textsOf(parts) }),
  });

export const toAnthropic: Adapters['toAnthropic'] = (tools, { defer } = {}) =>
  forModel(tools, false, {
    declare: (one) => ({
      name: one.name,
      description: one.tool.description,
      input_schema: { ...one.tool.inputSchema, type: 'object' },
      ...deferMark(one, defer),
    }),
    read: (call) => [call.name, call.input],
    reply: ({ id }, { parts, success }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: parts.map(({ text, image }) => {
        const media_type = ANTHROPIC_IMAGES.find((type) => type === image?.mediaType);
        return image && media_type
          ? { type: 'image', source: { type: 'base64', media_type, data: image.data } }
          : { type: 'text', text };
      }),
      is_error: !success,
    }),
  });

const ANTHROPIC_IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export const toGemini: Adapters['toGemini'] = (tools) => {
  const all = forModel(tools, false, {
    declare: ({ name, tool: { description, inputSchema } }) => ({
      name,
      description,
      parametersJsonSchema: inputSchema,
    }),
    read: (call: { name?: string | undefined; args?: unknown }) => [call.name, call.args],
    reply: ({ id, name = '' }: { id?: string | undefined; name?: string | undefined }, { parts, success }) => {
      const images = parts.flatMap(({ image }) => image ?? []);
      const text = textsOf(parts.filter(({ image }) => !image));
      return {
        functionResponse: {
          ...(id !== undefined && { id }),
          name,
          response: { [success ? 'output' : 'error']: text },
          ...(images[0] && {
            parts: images.map(({ data, mediaType: mimeType }) => ({ inlineData: { mimeType, data } })),
          }),
        },
      };
    },
  });
  return { ...all, tools: [{ functionDeclarations: all.tools }] };
};

export const toOpenAiAgents: Adapters['toOpenAiAgents'] = (tools, { defer } = {}) => {
  const all = offer(tools, false);
  return [...all.values()].map(({ name, tool }) => ({
    name,
    description: tool.description,
    // The types of the package know no closed objects without strict mode; at run time it takes them.
    parameters: Object.assign(openSchema(), tool.inputSchema),
    strict: false,
    needsApproval: tool.destroys,
    deferLoading: defer?.(tool) === true,
    execute: async (input, _context, details) =>
      textOr((await run(all, [name, input], details)).parts, ({ text, image }) =>
        image ? { type: 'image', image } : { type: 'text', text },
      ),
  }));
};

function openSchema(): ReturnType<Adapters['toOpenAiAgents']>[number]['parameters'] {
  return { type: 'object', properties: {}, required: [], additionalProperties: true };
}

export const toFunctions: Adapters['toFunctions'] = (tools) => {
  const entries = Object.values<OpenTool>(tools).map((tool) => [
    tool.name,
    async (input: never, options?: CallOptions) => {
      const outcome = await tool.call(input, options);
      if (outcome.success) return tool.outputSchema ? outcome.data : (outcome.content ?? outcome.data);
      const { error, code, retry_hint } = outcome;
      throw Object.assign(new Error(error), { name: 'HaftError', code, retry_hint } as const) satisfies HaftError;
    },
  ]);
  return Object.fromEntries(entries);
};

/** A tool under a name that every model takes. */
interface Offered {
  readonly name: string;
  readonly tool: OpenTool;
  /** Its schema in strict mode, where it has one. */
  readonly strict: ReturnType<typeof strictSchema>;
}

function forModel<Tool, Call, Reply>(
  tools: AnyTools,
  isStrict: boolean,
  { declare, read, reply }: Form<Tool, Call, Reply>,
): ForModel<Tool, Call, Reply> {
  const all = offer(tools, isStrict);
  return {
    tools: [...all.values()].map(declare),
    asks: (call) => !!all.get(read(call)[0] ?? '')?.tool.destroys,
    run: async (call, options) => reply(call, await run(all, read(call), options)),
  };
}

/** How a model is told of tools, calls them, and is answered. */
interface Form<Tool, Call, Reply> {
  readonly declare: (one: Offered) => Tool;
  readonly read: (call: Call) => CallOfModel;
  readonly reply: (call: Call, shown: Shown) => Reply;
}

/** Arguments that are text are JSON. */
type CallOfModel = readonly [name: string | undefined, args: unknown];

function offer(tools: AnyTools, isStrict: boolean): ReadonlyMap<string, Offered> {
  const all = new Map<string, Offered>();
  const names = new Set<string>();
  for (const tool of Object.values(tools)) {
    const name = portableName(tool.name, names);
    all.set(name, { name, tool, strict: isStrict ? strictSchema(tool.inputSchema) : undefined });
  }
  return all;
}

async function run(
  all: ReadonlyMap<string, Offered>,
  [name = '', input = {}]: CallOfModel,
  options?: CallOptions,
): Promise<Shown> {
  const { tool, strict } = all.get(name) ?? {};
  // The call itself names what is wrong with arguments that are no object.
  const parsed = typeof input === 'string' ? tryParse(input || '{}') : input;
  const value = parsed === undefined ? input : parsed;
  const inexact = typeof input === 'string' ? inexactNumber(input, value) : undefined;
  const meant = strict && tool && isObject(value) ? withoutNulls(value, tool.inputSchema) : value;
  // As over MCP, the failure in place of the arguments is the result.
  const exact = typeof input === 'string' ? asWritten(meant) : meant;
  const args = inexact === undefined ? exact : inexactArgument(inexact);
  const outcome = tool ? await tool.call(args as never, options) : unknownTool(name, [...all.keys()]);
  return { success: outcome.success, parts: partsOf(tool, outcome) };
}

function unknownTool(name: string, names: readonly string[]): Outcome {
  const retry_hint = `Call one of these tools: ${names.slice(0, 20).join(', ')}.`;
  return { success: false, error: `There is no tool "${name}".`, code: 'unknown_tool', retry_hint };
}

/** The result of a call as a model reads it. */
interface Shown {
  readonly success: boolean;
  readonly parts: readonly Part[];
}

/** A text; a block that is none is named, so that a model knows of what it cannot get. */
interface Part {
  readonly text: string;
  readonly bytes: Bytes | undefined;
  readonly image: Bytes | undefined;
}

/** As over MCP: the envelope and then the blocks, or the blocks alone. A failure has its envelope everywhere: most APIs cannot mark one. */
function partsOf(tool: Partial<OpenTool> | undefined, { content, ...envelope }: Outcome): readonly Part[] {
  const isWhole = envelope.success && content && (tool?.results === 'raw' || !tool?.outputSchema);
  const text = { type: 'text', text: JSON.stringify(envelope) };
  // The texts of a failure are its error.
  const blocks = content?.filter((block) => envelope.success || typeof block['text'] !== 'string') ?? [];
  return [...(isWhole ? [] : [text]), ...blocks].map(partOf);
}

function partOf(block: Block): Part {
  const { type, text = JSON.stringify(block) } = block;
  const bytes = bytesIn(block);
  if (!bytes) return { text: String(text), bytes, image: undefined };
  return { text: `(${type}, ${bytes.mediaType})`, bytes, image: type === 'image' ? bytes : undefined };
}

function textOr<Shape>(parts: readonly Part[], shape: (part: Part) => Shape): string | Shape[] {
  return parts[1] || parts[0]?.image ? parts.map(shape) : textsOf(parts);
}

function textsOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('\n');
}

function deferMark({ tool }: Offered, defer: DeferOptions['defer']): { defer_loading?: true } {
  return defer?.(tool) ? { defer_loading: true } : {};
}

function openAiFunction({ name, tool: { description, inputSchema }, strict }: Offered) {
  return { name, description, parameters: { ...(strict ?? inputSchema) }, strict: !!strict };
}
