// Checked by tsc against the real packages: what each SDK takes of a compiled module, and what must not compile.
import type Anthropic from '@anthropic-ai/sdk';
import type { FunctionCall, Part, Tool as GeminiTool } from '@google/genai';
import { tool as agentTool } from '@openai/agents';
import { type ToolSet, generateText } from 'ai';
import type OpenAI from 'openai';
import * as haft from './in-process.mjs';

const { tools } = await haft.open({ limits: { calls_per_minute: 600 } });

const found = await tools.search_notes.call({ query: 'tides' });
if (found.success) found.data.notes satisfies readonly string[];
else found.retry_hint satisfies string;
await tools.search_notes.call({ query: 'tides', limit: 3, tag: 'home' });
// @ts-expect-error The query is required.
await tools.search_notes.call({ limit: 3 });
// @ts-expect-error There is no such tag.
await tools.search_notes.call({ query: 'tides', tag: 'garden' });
// @ts-expect-error There is no such tool.
void tools.search_note;
const data = await haft.toFunctions(tools).search_notes({ query: 'tides' });
data.limit satisfies number;
// @ts-expect-error There is no such property.
void data.pages;

export async function aiSdk(model: Parameters<typeof generateText>[0]['model']): Promise<void> {
  const adapted = haft.toAiSdk(tools) satisfies ToolSet;
  const { toolResults } = await generateText({ model, tools: adapted, prompt: 'Find my note.' });
  for (const result of toolResults) {
    if (result.dynamic || result.toolName !== 'search_notes') continue;
    result.input.query satisfies string;
    if (result.output.success) result.output.data.notes satisfies readonly string[];
    // @ts-expect-error There is no such argument.
    void result.input.pages;
  }
  // @ts-expect-error There is no such tool.
  void adapted.search_note;
}

export async function openAi(client: OpenAI): Promise<void> {
  const adapter = haft.toOpenAi(tools);
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Find my note.' }];
  const { output } = await client.responses.create({ model: 'm', input, tools: adapter.tools });
  for (const item of output) if (item.type === 'function_call') input.push(await adapter.run(item));
  const deferring = haft.toOpenAi(tools, { defer: ({ destroys }) => !destroys });
  await client.responses.create({ model: 'm', input, tools: [...deferring.tools, { type: 'tool_search' }] });
  // @ts-expect-error A tool has no such member.
  haft.toOpenAi(tools, { defer: ({ size }) => size > 3 });
  // @ts-expect-error A call has a name.
  await adapter.run({ call_id: '1' });
}

export async function openAiChat(client: OpenAI): Promise<void> {
  const adapter = haft.toOpenAiChat(tools);
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Find my note.' }];
  const { choices } = await client.chat.completions.create({ model: 'm', messages, tools: adapter.tools });
  for (const call of choices[0]?.message.tool_calls ?? []) messages.push(await adapter.run(call));
}

export async function anthropic(client: Anthropic): Promise<void> {
  const adapter = haft.toAnthropic(tools);
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Find my note.' }];
  const { content } = await client.messages.create({ model: 'm', max_tokens: 9, messages, tools: adapter.tools });
  for (const block of content)
    if (block.type === 'tool_use') messages.push({ role: 'user', content: [await adapter.run(block)] });
}

export async function deferring(client: Anthropic): Promise<void> {
  const { tools: deferred } = haft.toAnthropic(tools, { defer: () => true });
  const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' } as const;
  await client.messages.create({ model: 'm', max_tokens: 9, messages: [], tools: [...deferred, search] });
}

export async function gemini(call: FunctionCall): Promise<void> {
  const adapter = haft.toGemini(tools);
  adapter.tools satisfies GeminiTool[];
  (await adapter.run(call)) satisfies Part;
}

haft.toOpenAiAgents(tools, { defer: () => true }).map((one) => agentTool(one));
