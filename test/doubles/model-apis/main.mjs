// Copies four APIs of models on loopback: the model calls the tool that the user names ("call <tool> <arguments in base64>"),
// and says what it read of its result as JSON. A deferred tool is found by a search first. Declarations that the real APIs reject are
// rejected here. Prints its address.
import { createServer } from 'node:http';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

const APIS = {
  '/v1/responses': {
    tools: ({ tools = [] }) =>
      functionsIn(tools).map(({ name, parameters, strict }) => ({ name, schema: parameters, strict })),
    canLoad: ({ tools = [] }) =>
      tools.some(({ type }) => type === 'tool_search') || !functionsIn(tools).some((one) => one.defer_loading),
    result: ({ input }) => input.findLast(({ type }) => type === 'function_call_output')?.output,
    call(name, args, { tools }) {
      const found = functionsIn(tools).find((one) => one.name === name);
      const space = tools.find((one) => one.type === 'namespace' && one.tools.includes(found));
      const item = { execution: 'server', call_id: null, status: 'completed' };
      const search = [
        { type: 'tool_search_call', id: 'tsc_1', arguments: {}, ...item },
        { type: 'tool_search_output', id: 'tso_1', tools: [space ?? found], ...item },
      ];
      const namespace = space && { namespace: space.name };
      return response([
        ...(found?.defer_loading ? search : []),
        {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'call_1',
          name,
          arguments: args,
          status: 'completed',
          ...namespace,
        },
      ]);
    },
    say: (text) =>
      response([
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ]),
  },
  '/v1/chat/completions': {
    tools: ({ tools = [] }) =>
      tools.map(({ function: { name, parameters, strict } }) => ({ name, schema: parameters, strict })),
    result: ({ messages }) => messages.findLast(({ role }) => role === 'tool')?.content,
    call: (name, args) =>
      completion('tool_calls', {
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args } }],
      }),
    say: (content) => completion('stop', { content }),
  },
  '/v1/messages': {
    tools: ({ tools = [] }) =>
      tools.filter(({ type }) => !type).map(({ name, input_schema }) => ({ name, schema: input_schema })),
    canLoad: ({ tools = [] }) =>
      tools.some(({ type = '' }) => type.startsWith('tool_search')) || !tools.some((one) => one.defer_loading),
    result: ({ messages }) => messages.flatMap(({ content }) => content).findLast(({ type }) => type === 'tool_result'),
    call(name, args, { tools }) {
      const [tool_use_id, search] = ['srvtoolu_1', 'tool_search_tool_bm25'];
      const content = {
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: name }],
      };
      const searched = [
        { type: 'server_tool_use', id: tool_use_id, name: search, input: { query: name }, caller: { type: 'direct' } },
        { type: 'tool_search_tool_result', tool_use_id, content },
      ];
      const isDeferred = tools.some((one) => one.name === name && one.defer_loading);
      const call = { type: 'tool_use', id: 'toolu_1', name, input: JSON.parse(args) };
      return message('tool_use', [...(isDeferred ? searched : []), call]);
    },
    say: (text) => message('end_turn', [{ type: 'text', text }]),
  },
  ':generateContent': {
    tools: ({ tools = [] }) =>
      tools.flatMap(({ functionDeclarations }) =>
        functionDeclarations.map(({ name, parametersJsonSchema }) => ({ name, schema: parametersJsonSchema })),
      ),
    result: ({ contents }) =>
      contents.flatMap(({ parts }) => parts).findLast(({ functionResponse }) => functionResponse)?.functionResponse,
    call: (name, args) => candidate({ functionCall: { id: 'call_1', name, args: JSON.parse(args) } }),
    say: (text) => candidate({ text }),
  },
};

/** Also of namespaces. */
function functionsIn(tools) {
  return tools.flatMap((one) => (one.type === 'namespace' ? one.tools : one.type === 'function' ? [one] : []));
}

function response(output) {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: { cached_tokens: 0 } };
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'double',
    output,
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    usage: { ...usage, output_tokens_details: { reasoning_tokens: 0 } },
  };
}

function completion(finish_reason, message) {
  const choices = [{ index: 0, finish_reason, message: { role: 'assistant', ...message } }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id: 'chatcmpl_1', object: 'chat.completion', created: 0, model: 'double', choices, usage };
}

function message(stop_reason, content) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { id: 'msg_1', type: 'message', role: 'assistant', model: 'double', content, stop_reason, usage };
}

function candidate(part) {
  return { candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }] };
}

/** Strict mode: every property is required and every object closed. */
function isStrict(schema) {
  const { type, properties = {}, required = [], additionalProperties, items } = schema;
  if ('default' in schema || 'minLength' in schema) return false;
  if ([type].flat().includes('array')) return isStrict(items);
  if (![type].flat().includes('object')) return true;
  const names = Object.keys(properties);
  const isClosed = additionalProperties === false && names.every((name) => required.includes(name));
  return isClosed && Object.values(properties).every(isStrict);
}

function answer(path, body) {
  const [, api] = Object.entries(APIS).find(([end]) => path.split('?')[0].endsWith(end)) ?? [];
  if (!api) return [404, { error: { message: `no such path: ${path}` } }];
  const wrong = api
    .tools(body)
    .find(({ name, schema, strict }) => !NAME.test(name) || !schema || (strict && !isStrict(schema)));
  if (wrong) return [400, { error: { message: `bad tool: ${JSON.stringify(wrong)}` } }];
  if (api.canLoad?.(body) === false) return [400, { error: { message: 'deferred tools without a search' } }];
  const result = api.result(body);
  if (result !== undefined) return [200, api.say(JSON.stringify(result))];
  const [, name, args = 'e30='] = /call (\w+) ([\w+/=]+)/.exec(JSON.stringify(body)) ?? [];
  return [200, api.call(name, Buffer.from(args, 'base64').toString(), body)];
}

const server = createServer((request, reply) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const [status, json] = answer(request.url, JSON.parse(Buffer.concat(chunks).toString() || '{}'));
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
