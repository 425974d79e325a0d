/**
 * A double of four interfaces of models, for the real programs of hosts: Messages (Anthropic), Responses (OpenAI) and
 * streamGenerateContent (Gemini), each as a stream of events; and Chat completions, whole. `node main.mjs <rules> <lapses> [file]`:
 * JSON from a word of the request to the name of a tool or of a skill (`skill:name`); JSON from a word of the tools to the
 * seeds with which Chat completions calls nothing, or, after a `!`, from a word of the whole to the seeds without an answer.
 * Prints its port.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const RULES = JSON.parse(process.argv[2] ?? '{}');
const LAPSES = JSON.parse(process.argv[3] ?? '{}');
/** A file for the bodies of all requests, one a line; none where absent. */
const KEEP = process.argv[4];
const GIVEN = { city: 'Oslo' };
let count = 0;

/** What the model does next: a call, or words where it has called already or nothing fits. */
function next(request, tools, hadResult, done) {
  const wanted = Object.entries(RULES).find(([word]) => request.includes(word))?.[1];
  if (wanted === undefined || done) return { text: 'There is nothing more to do.' };
  if (wanted.startsWith('skill:')) return skillCall(wanted.slice(6), tools);
  const name = tools.find((tool) => tool === wanted || tool.endsWith(`_${wanted}`));
  if (name !== undefined) return { name, given: GIVEN };
  // Claude Code shows tools of servers only after they were searched for.
  if (tools.includes('ToolSearch') && !hadResult)
    return { name: 'ToolSearch', given: { query: `select:mcp__clock__${wanted}` } };
  return { text: `I do not have ${wanted}.` };
}

function skillCall(name, tools) {
  if (tools.includes('Skill')) return { name: 'Skill', given: { skill: name } };
  if (tools.includes('activate_skill')) return { name: 'activate_skill', given: { name } };
  return { name: 'exec_command', given: { cmd: `cat "$CODEX_HOME/skills/${name}/SKILL.md"` } };
}

function messages({ messages: turns, tools = [], model }) {
  const said = JSON.stringify(turns.find(({ role }) => role === 'user')?.content ?? '');
  const all = JSON.stringify(turns);
  const results = turns.filter(
    ({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'tool_result'),
  );
  const searched = all.includes('"name":"ToolSearch"');
  const {
    name,
    given,
    text: words,
  } = next(
    said,
    tools.map((tool) => tool.name),
    results.length > 0,
    results.length > (searched ? 1 : 0),
  );
  const id = `toolu_${count}`;
  const block = name === undefined ? { type: 'text', text: '' } : { type: 'tool_use', id, name, input: {} };
  const delta =
    name === undefined
      ? { type: 'text_delta', text: words }
      : { type: 'input_json_delta', partial_json: JSON.stringify(given) };
  const usage = { input_tokens: 10, output_tokens: 1 };
  return [
    {
      type: 'message_start',
      message: {
        id: `msg_${count}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: name === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: 'message_stop' },
  ];
}

function responses({ input, tools = [] }) {
  const flat = tools.flatMap((tool) =>
    tool.type === 'namespace' ? tool.tools.map((one) => ({ ...one, namespace: tool.name })) : [tool],
  );
  const done = input.some(({ type }) => type === 'function_call_output');
  const said = JSON.stringify(input.findLast(({ role }) => role === 'user')?.content ?? '');
  const {
    name,
    given,
    text: words,
  } = next(
    said,
    flat.map((tool) => tool.name ?? ''),
    done,
    done,
  );
  const namespace = flat.find((tool) => tool.name === name)?.namespace;
  const call = {
    type: 'function_call',
    id: `fc_${count}`,
    call_id: `call_${count}`,
    name,
    ...(namespace && { namespace }),
    arguments: JSON.stringify(given),
  };
  const message = {
    type: 'message',
    role: 'assistant',
    id: `m_${count}`,
    content: [{ type: 'output_text', text: words }],
  };
  const usage = {
    input_tokens: 10,
    input_tokens_details: null,
    output_tokens: 5,
    output_tokens_details: null,
    total_tokens: 15,
  };
  return [
    { type: 'response.created', response: { id: `r_${count}` } },
    { type: 'response.output_item.done', output_index: 0, item: name === undefined ? message : call },
    { type: 'response.completed', response: { id: `r_${count}`, usage } },
  ];
}

function generate({ contents, tools = [] }) {
  const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map((one) => one.name));
  const done = JSON.stringify(contents).includes('"functionResponse"');
  const said = JSON.stringify(contents.find(({ role }) => role === 'user')?.parts.at(-1) ?? '');
  const { name, given, text: words } = next(said, names, done, done);
  const part = name === undefined ? { text: words } : { functionCall: { name, args: given } };
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  return [
    {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata,
      modelVersion: 'm',
    },
  ];
}

function completions({ messages: turns, tools = [], seed }) {
  const offered = JSON.stringify(tools);
  const whole = `${turns.at(-1).content} ${offered}`;
  if (Object.entries(LAPSES).some(([word, seeds]) => isMute(word, whole) && seeds.includes(seed))) return {};
  const lapses = Object.entries(LAPSES).some(([word, seeds]) => offered.includes(word) && seeds.includes(seed));
  const names = tools.map((tool) => tool.function.name);
  const { name, given, text: words } = next(turns.at(-1).content, names, false, lapses);
  const call = { id: `call_${count}`, type: 'function', function: { name, arguments: JSON.stringify(given) } };
  const message = { role: 'assistant', content: words ?? '', ...(name !== undefined && { tool_calls: [call] }) };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return { choices: [{ index: 0, finish_reason: name === undefined ? 'stop' : 'tool_calls', message }], usage };
}

function isMute(word, whole) {
  return word.startsWith('!') && whole.includes(word.slice(1));
}

const PATHS = [
  [/\/v1\/messages(?:\?|$)/, messages],
  [/\/responses$/, responses],
  [/:streamGenerateContent/, generate],
];

/** The same answers for a request that does not ask for a stream. */
const WHOLE = new Map([
  [
    messages,
    ([, { content_block: block }, { delta }, , end]) => ({
      content: [{ ...block, ...(delta.text === undefined ? { input: JSON.parse(delta.partial_json) } : delta) }],
      stop_reason: end.delta.stop_reason,
      usage: { input_tokens: 10, output_tokens: 5 },
    }),
  ],
  [responses, ([, { item }, { response }]) => ({ output: [item], status: 'completed', usage: response.usage })],
]);

const server = createServer(async (request, response) => {
  const body = await text(request);
  const answer = PATHS.find(([path]) => path.test(request.url))?.[1];
  count += 1;
  if (KEEP) appendFileSync(KEEP, `${JSON.stringify(JSON.parse(body || '{}'))}\n`);
  if (request.url.endsWith('/chat/completions')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completions(JSON.parse(body))));
    return;
  }
  if (!answer) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const events = answer(JSON.parse(body));
  const whole = JSON.parse(body).stream === true ? undefined : WHOLE.get(answer)?.(events);
  if (whole) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events)
    response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  response.end();
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
