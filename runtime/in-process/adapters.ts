/** What the SDKs and APIs of models take of opened tools: plain values, without any of their code. */
import { type Json, type JsonObject, isObject } from '../language/json.ts';
import type {
  Adapters,
  AiSdkOutput,
  AnthropicAnswer,
  AnyTools,
  Block,
  CallOptions,
  JsonSchema,
  OpenTool,
  Outcome,
} from './shapes.ts';
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
      toModelOutput: ({ output }: { output: Outcome }) => aiSdkOutput(tool, output),
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

function aiSdkOutput(tool: Shown, outcome: Outcome): AiSdkOutput {
  const blocks = shownBlocks(tool, outcome);
  if (!outcome.content) return { type: outcome.success ? 'text' : 'error-text', value: blocks.map(textIn).join('\n') };
  const value = blocks.map((block) => {
    const bytes = bytesIn(block);
    const type = block.type === 'image' ? ('image-data' as const) : ('file-data' as const);
    return bytes ? { type, ...bytes } : { type: 'text' as const, text: textIn(block) };
  });
  return { type: 'content', value };
}

export const toOpenAi: Adapters['toOpenAi'] = (tools, { strict = true } = {}) => {
  const all = offer(tools, strict);
  return {
    tools: all.offered.map((one) => ({ type: 'function', ...openAiFunction(one) })),
    asks: ({ name }) => all.destroys(name),
    async run({ call_id, name, arguments: args }, options) {
      const blocks = await all.call(name, readArguments(args), options, shownBlocks);
      const parts = blocks.map((block) => {
        const bytes = imageIn(block);
        return bytes
          ? { type: 'input_image' as const, image_url: dataUrl(bytes), detail: 'auto' as const }
          : { type: 'input_text' as const, text: textIn(block) };
      });
      const [first] = parts;
      const output = parts.length === 1 && first?.type === 'input_text' ? first.text : parts;
      return { type: 'function_call_output', call_id, output };
    },
  };
};

export const toOpenAiChat: Adapters['toOpenAiChat'] = (tools, { strict = true } = {}) => {
  const all = offer(tools, strict);
  return {
    tools: all.offered.map((one) => ({ type: 'function', function: openAiFunction(one) })),
    asks: (call) => all.destroys(call.function?.name ?? ''),
    async run({ id, function: { name, arguments: args } = { name: '', arguments: '{}' } }, options) {
      const blocks = await all.call(name, readArguments(args), options, shownBlocks);
      return { role: 'tool', tool_call_id: id, content: blocks.map(textIn).join('\n') };
    },
  };
};

export const toAnthropic: Adapters['toAnthropic'] = (tools) => {
  const all = offer(tools, false);
  return {
    tools: all.offered.map(({ name, tool: { description, inputSchema } }) => ({
      name,
      description,
      input_schema: { ...inputSchema, type: 'object' },
    })),
    asks: ({ name }) => all.destroys(name),
    run: ({ id, name, input }, options) =>
      all.call(name, { value: input }, options, (tool, outcome) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: shownBlocks(tool, outcome).map(anthropicBlock),
        is_error: !outcome.success,
      })),
  };
};

const ANTHROPIC_IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

function anthropicBlock(block: Block): AnthropicAnswer['content'][number] {
  const { mediaType, data = '' } = imageIn(block) ?? {};
  const media_type = ANTHROPIC_IMAGES.find((one) => one === mediaType);
  return media_type === undefined
    ? { type: 'text', text: textIn(block) }
    : { type: 'image', source: { type: 'base64', media_type, data } };
}

export const toGemini: Adapters['toGemini'] = (tools) => {
  const all = offer(tools, false);
  const functionDeclarations = all.offered.map(({ name, tool: { description, inputSchema } }) => ({
    name,
    description,
    parametersJsonSchema: inputSchema,
  }));
  return {
    tools: [{ functionDeclarations }],
    asks: ({ name = '' }) => all.destroys(name),
    run: ({ id, name = '', args = {} }, options) =>
      all.call(name, { value: args }, options, (tool, outcome) => {
        const blocks = shownBlocks(tool, outcome);
        const parts = blocks.flatMap((block) => {
          const { mediaType: mimeType = '', data = '' } = imageIn(block) ?? {};
          return data === '' ? [] : [{ inlineData: { mimeType, data } }];
        });
        const text = blocks
          .filter((block) => !imageIn(block))
          .map(textIn)
          .join('\n');
        const response = outcome.success ? { output: text } : { error: text };
        return {
          functionResponse: { ...(id !== undefined && { id }), name, response, ...(parts.length > 0 && { parts }) },
        };
      }),
  };
};

export const toOpenAiAgents: Adapters['toOpenAiAgents'] = (tools) => {
  const all = offer(tools, false);
  return all.offered.map(({ name, tool: { description, inputSchema, destroys } }) => ({
    name,
    description,
    parameters: openForTypes(inputSchema),
    strict: false,
    needsApproval: destroys,
    async execute(input, _context, details) {
      const blocks = await all.call(name, { value: input }, details, shownBlocks);
      const parts = blocks.map((block) => {
        const image = imageIn(block);
        return image ? { type: 'image' as const, image } : { type: 'text' as const, text: textIn(block) };
      });
      const [first] = parts;
      return parts.length === 1 && first?.type === 'text' ? first.text : parts;
    },
  }));
};

/** The types of the package know no closed objects without strict mode; what runs takes them. */
function openForTypes(schema: JsonSchema): ReturnType<Adapters['toOpenAiAgents']>[number]['parameters'] {
  const { properties = {}, required = [] } = schema as JsonObject;
  return { ...schema, properties, required } as ReturnType<Adapters['toOpenAiAgents']>[number]['parameters'];
}

/** A tool under a name that every model takes. */
interface Offered {
  readonly name: string;
  readonly tool: OpenTool;
  /** Its schema in strict mode, where it has one. */
  readonly strict: JsonObject | undefined;
}

/** How the result of a tool is shown. */
type Shown = Pick<OpenTool, 'results' | 'outputSchema'>;

type Read<Result> = (tool: Shown, outcome: Outcome) => Result;

function offer(tools: AnyTools, isStrict: boolean) {
  const byName = new Map<string, Offered>();
  for (const tool of Object.values(tools)) {
    const name = portableName(tool.name, byName);
    byName.set(name, { name, tool, strict: isStrict ? strictSchema(tool.inputSchema) : undefined });
  }
  return {
    offered: [...byName.values()],
    destroys: (name: string) => byName.get(name)?.tool.destroys ?? false,
    async call<Result>(
      name: string,
      given: { readonly value: unknown } | { readonly problem: string },
      options: CallOptions | undefined,
      read: Read<Result>,
    ): Promise<Result> {
      const found = byName.get(name);
      if (!found) return read({}, unknownTool(name, [...byName.keys()]));
      const { tool, strict } = found;
      if ('problem' in given) return read(tool, notJson(given.problem));
      const { value } = given;
      const args = strict && isObject(value) ? withoutNulls(value as JsonObject, tool.inputSchema) : value;
      return read(tool, await tool.call(args as never, options));
    },
  };
}

/** Letters, digits, `_` and `-`, at most 64, as all of them take it; further ones of the same name are numbered. */
function portableName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? plain : `${plain.slice(0, 60)}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function unknownTool(name: string, known: readonly string[]): Outcome {
  const retry_hint = `Call one of these tools: ${known.slice(0, 20).join(', ')}.`;
  return { success: false, error: `There is no tool "${name}".`, code: 'unknown_tool', retry_hint };
}

function notJson(problem: string): Outcome {
  const retry_hint = 'Call the tool again with its arguments as one JSON object.';
  return { success: false, error: `The arguments are not JSON: ${problem}.`, code: 'invalid_arguments', retry_hint };
}

function readArguments(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text === '' ? '{}' : text) as Json };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** What a model reads over MCP: the envelope and then the blocks, or the blocks alone. */
function shownBlocks({ results, outputSchema }: Shown, outcome: Outcome): readonly Block[] {
  const { content, ...envelope } = outcome;
  const text = { type: 'text', text: JSON.stringify(envelope) };
  if (!content) return [text];
  return results === 'raw' || !outputSchema ? content : [text, ...content];
}

/** A block that is no text is named, so that a model knows of what it cannot get. */
function textIn({ type, text, ...block }: Block): string {
  if (typeof text === 'string') return text;
  return bytesIn({ type, ...block }) ? `(${type}, ${String(block['mimeType'])})` : JSON.stringify({ type, ...block });
}

function imageIn(block: Block) {
  return block.type === 'image' ? bytesIn(block) : undefined;
}

function bytesIn({ data, mimeType }: Block): { readonly data: string; readonly mediaType: string } | undefined {
  return typeof data === 'string' && typeof mimeType === 'string' ? { data, mediaType: mimeType } : undefined;
}

function dataUrl({ data, mediaType }: { readonly data: string; readonly mediaType: string }): string {
  return `data:${mediaType};base64,${data}`;
}

function openAiFunction({ name, tool: { description, inputSchema }, strict }: Offered) {
  return { name, description, parameters: { ...(strict ?? inputSchema) }, strict: strict !== undefined };
}
