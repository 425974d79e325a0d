// Runs the real SDK of a model against the double of its API: one request with the tools of a compiled module, and what the model
// read of the result. Arguments: the SDK, the address of the double, the compiled module, and the scenario as JSON. Prints JSON.
import { pathToFileURL } from 'node:url';

const [sdk, url, module, scenario] = process.argv.slice(2);
const { tool, args = {}, approve, abort } = JSON.parse(scenario);
const haft = await import(pathToFileURL(module).href);
const prompt = `call ${tool} ${Buffer.from(JSON.stringify(args)).toString('base64')}`;
const controller = new AbortController();
const { signal } = controller;
/** Aborts once the handler waits. */
const log = (line) => abort && line.includes('waiting') && setImmediate(() => controller.abort(new Error('stop')));
const { tools, close } = await haft.open({ env: {}, log });
let asked = 0;

/** A call of one's own loop: what may destroy is asked for first. */
async function answered(adapter, call) {
  if (adapter.asks(call)) {
    asked += 1;
    if (!approve) return 'denied';
  }
  return adapter.run(call, { signal });
}

const DRIVERS = {
  async ai() {
    const { generateText, stepCountIs } = await import('ai');
    const { createOpenAI } = await import('@ai-sdk/openai');
    const model = createOpenAI({ baseURL: `${url}/v1`, apiKey: 'k' }).responses('double');
    const request = { model, tools: haft.toAiSdk(tools), stopWhen: stepCountIs(3), abortSignal: signal, maxRetries: 0 };
    const messages = [{ role: 'user', content: prompt }];
    const first = await generateText({ ...request, messages });
    const wanted = first.content.find(({ type }) => type === 'tool-approval-request');
    if (!wanted) return read(first.text) ?? first.content.map(({ type }) => type);
    asked += 1;
    const content = [
      { type: 'tool-approval-response', approvalId: wanted.approvalId, approved: approve, reason: 'no' },
    ];
    const all = [...messages, ...first.response.messages, { role: 'tool', content }];
    return read((await generateText({ ...request, messages: all })).text);
  },
  async responses() {
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 });
    const adapter = haft.toOpenAi(tools);
    const input = [{ role: 'user', content: prompt }];
    const first = await client.responses.create({ model: 'double', input, tools: adapter.tools });
    const call = first.output.find(({ type }) => type === 'function_call');
    const result = await answered(adapter, call);
    if (result === 'denied') return result;
    const next = [...input, ...first.output, result];
    return read((await client.responses.create({ model: 'double', input: next, tools: adapter.tools })).output_text);
  },
  async chat() {
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 });
    const adapter = haft.toOpenAiChat(tools);
    const messages = [{ role: 'user', content: prompt }];
    const request = { model: 'double', tools: adapter.tools };
    const { message } = (await client.chat.completions.create({ ...request, messages })).choices[0];
    const result = await answered(adapter, message.tool_calls[0]);
    if (result === 'denied') return result;
    const all = [...messages, message, result];
    return read((await client.chat.completions.create({ ...request, messages: all })).choices[0].message.content);
  },
  async anthropic() {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    const client = new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 });
    const adapter = haft.toAnthropic(tools);
    const messages = [{ role: 'user', content: prompt }];
    const request = { model: 'double', max_tokens: 100, tools: adapter.tools };
    const { content } = await client.messages.create({ ...request, messages });
    const result = await answered(
      adapter,
      content.find(({ type }) => type === 'tool_use'),
    );
    if (result === 'denied') return result;
    const all = [...messages, { role: 'assistant', content }, { role: 'user', content: [result] }];
    return read((await client.messages.create({ ...request, messages: all })).content[0].text);
  },
  async gemini() {
    const { GoogleGenAI } = await import('@google/genai');
    const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url } });
    const adapter = haft.toGemini(tools);
    const contents = [{ role: 'user', parts: [{ text: prompt }] }];
    const request = { model: 'double', config: { tools: adapter.tools } };
    const first = await client.models.generateContent({ ...request, contents });
    const result = await answered(adapter, first.functionCalls[0]);
    if (result === 'denied') return result;
    const all = [...contents, first.candidates[0].content, { role: 'user', parts: [result] }];
    return read((await client.models.generateContent({ ...request, contents: all })).text);
  },
  async agents() {
    const { Agent, OpenAIResponsesModel, Runner, tool: agentTool } = await import('@openai/agents');
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 });
    const agent = new Agent({
      name: 'notes',
      model: new OpenAIResponsesModel(client, 'double'),
      tools: haft.toOpenAiAgents(tools).map((one) => agentTool(one)),
    });
    const runner = new Runner({ tracingDisabled: true });
    let result = await runner.run(agent, prompt, { signal });
    for (const wanted of result.interruptions) {
      asked += 1;
      if (approve) result.state.approve(wanted);
      else result.state.reject(wanted);
    }
    if (result.interruptions.length > 0) result = await runner.run(agent, result.state, { signal });
    return read(result.finalOutput);
  },
  async langchain() {
    const { tool: chainTool } = await import('@langchain/core/tools');
    const functions = Object.values(tools).map((one) =>
      chainTool(async (input, config) => one.call(input, { signal: config?.signal }), {
        name: one.name,
        description: one.description,
        schema: { type: 'object', additionalProperties: true },
      }),
    );
    const own = functions.find(({ name }) => name === tool);
    return own.invoke(args, { signal });
  },
};

function read(text) {
  return text ? JSON.parse(text) : undefined;
}

const shown = await DRIVERS[sdk]().then(
  (result) => ({ result }),
  (error) => ({ error: String(error?.message ?? error).slice(0, 300) }),
);
await close();
process.stdout.write(`${JSON.stringify({ ...shown, asked })}\n`);
