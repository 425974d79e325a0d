// Runs the real SDK of a model against the double of its API: one request with the tools of a compiled module, and what the model
// read of the result. Arguments: the SDK, the address of the double, the compiled module, and the scenario as JSON. Prints JSON.
import { pathToFileURL } from 'node:url';

const [sdk, url, module, scenario] = process.argv.slice(2);
const { tool, args = {}, approve, abort, defer: isDeferred } = JSON.parse(scenario);
const haft = await import(pathToFileURL(module).href);
const prompt = `call ${tool} ${Buffer.from(JSON.stringify(args)).toString('base64')}`;
const controller = new AbortController();
const { signal } = controller;
/** Aborts once the handler waits. */
const log = (line) => abort && line.includes('waiting') && setImmediate(() => controller.abort(new Error('stop')));
const { tools, close } = await haft.open({ env: {}, log });
const defer = () => isDeferred === true;
/** What searches, where tools are deferred. */
const searchedBy = (search) => (isDeferred ? [search] : []);
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
    const adapter = haft.toOpenAi(tools, { defer });
    const input = [{ role: 'user', content: prompt }];
    const request = { model: 'double', tools: [...adapter.tools, ...searchedBy({ type: 'tool_search' })] };
    const first = await client.responses.create({ ...request, input });
    const call = first.output.find(({ type }) => type === 'function_call');
    const result = await answered(adapter, call);
    if (result === 'denied') return result;
    const next = [...input, ...first.output, result];
    return read((await client.responses.create({ ...request, input: next })).output_text);
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
    const adapter = haft.toAnthropic(tools, { defer });
    const messages = [{ role: 'user', content: prompt }];
    const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' };
    const request = { model: 'double', max_tokens: 100, tools: [...adapter.tools, ...searchedBy(search)] };
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
    const { Agent, OpenAIResponsesModel, Runner, tool: agentTool, toolSearchTool } = await import('@openai/agents');
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 });
    const agent = new Agent({
      name: 'notes',
      model: new OpenAIResponsesModel(client, 'double'),
      tools: [...haft.toOpenAiAgents(tools, { defer }).map((one) => agentTool(one)), ...searchedBy(toolSearchTool())],
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
    const { ChatOpenAI } = await import('@langchain/openai');
    const { all } = await import('./langchain.mjs');
    const options = { model: 'double', apiKey: 'k', maxRetries: 0, configuration: { baseURL: `${url}/v1` } };
    const model = new ChatOpenAI(options).bindTools(all);
    const first = await model.invoke(prompt);
    const [call] = first.tool_calls;
    const result = await all.find(({ name }) => name === call.name).invoke(call);
    return read((await model.invoke([{ role: 'user', content: prompt }, first, result])).content);
  },
  async llamaindex() {
    const { OpenAI } = await import('@llamaindex/openai');
    const { all } = await import('./llamaindex.mjs');
    const llm = new OpenAI({ model: 'gpt-4o', apiKey: 'k', baseURL: `${url}/v1`, maxRetries: 0 });
    const messages = [{ role: 'user', content: prompt }];
    const { newMessages } = await llm.exec({ messages, tools: all });
    return read((await llm.chat({ messages: [...messages, ...newMessages], tools: all })).message.content);
  },
  async genkit() {
    const { genkit } = await import('genkit/beta');
    const { openAICompatible } = await import('@genkit-ai/compat-oai');
    const { all, answer } = await import('./genkit.mjs');
    const double = openAICompatible({ name: 'double', apiKey: 'k', baseURL: `${url}/v1` });
    const ai = genkit({ plugins: [double], model: 'double/double' });
    const first = await answer(ai, prompt);
    const [wanted] = first.interrupts;
    if (!wanted) return read(first.text);
    asked += 1;
    if (!approve) return 'denied';
    const restart = all.find(({ __action }) => __action.name === wanted.toolRequest.name).restart(wanted);
    return read((await ai.generate({ messages: first.messages, tools: all, resume: { restart: [restart] } })).text);
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
