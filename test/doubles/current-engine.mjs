// Chat completions, Responses and Messages as current services answer them. The name of the model says what it does: `accept`, or what it rejects and how. As text it returns the members of the request.
import { createServer } from 'node:http';

const OPTIONAL = new Set(['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'seed', 'store', 'temperature']);

/** How services say that they do not take a member (references of OpenAI, Mistral, Groq, Google and Anthropic). */
const ERRORS = {
  openai: (name) => ({
    error: {
      message: `Unsupported parameter: '${name}' is not supported with this model. Use 'max_completion_tokens' instead.`,
      type: 'invalid_request_error',
      param: name,
      code: 'unsupported_parameter',
    },
  }),
  value: (name) => ({
    error: {
      message: `Unsupported value: '${name}' does not support 0.2 with this model. Only the default (1) value is supported.`,
      type: 'invalid_request_error',
      param: name,
      code: 'unsupported_value',
    },
  }),
  detail: (name) => ({
    object: 'error',
    message: { detail: [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted' }] },
  }),
  property: (name) => ({ error: { message: `property '${name}' is unsupported`, type: 'invalid_request_error' } }),
  list: (name) => [
    { error: { code: 400, message: `Invalid JSON payload received. Unknown name "${name}": Cannot find field.` } },
  ],
  anthropic: (name) => ({
    type: 'error',
    error: { type: 'invalid_request_error', message: `\`${name}\` is deprecated for this model.` },
  }),
};

const CALL = { name: 'get_time', arguments: '{"city":"Oslo"}' };

/** What the model does, in the form of each interface. */
const CHAT = (sent) => ({
  call: {
    message: { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: CALL }] },
    finish_reason: 'tool_calls',
  },
  broken: {
    message: {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { ...CALL, arguments: '{"city": Oslo' } }],
    },
    finish_reason: 'tool_calls',
  },
  text: { message: { role: 'assistant', content: sent }, finish_reason: 'stop' },
  refusal: {
    message: { role: 'assistant', content: null, refusal: 'I cannot help with that.' },
    finish_reason: 'stop',
  },
  filter: { message: { role: 'assistant', content: '' }, finish_reason: 'content_filter' },
  cut: { message: { role: 'assistant', content: '' }, finish_reason: 'length' },
});
const REASONING = { type: 'reasoning', id: 'rs', summary: [] };
const items = (...output) => ({
  status: 'completed',
  error: null,
  incomplete_details: null,
  output: [REASONING, ...output],
});
const said = (part) => items({ type: 'message', role: 'assistant', status: 'completed', content: [part] });
const RESPONSES = (sent) => ({
  call: items({ type: 'function_call', call_id: 'c', status: 'completed', ...CALL }),
  broken: items({ type: 'function_call', call_id: 'c', status: 'completed', ...CALL, arguments: '{"city": Oslo' }),
  text: said({ type: 'output_text', text: sent, annotations: [] }),
  refusal: said({ type: 'refusal', refusal: 'I cannot help with that.' }),
  filter: { ...items(), status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
  cut: { ...items(), status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
});
const block = (content, stop_reason) => ({ type: 'message', role: 'assistant', content, stop_reason });
const MESSAGES = (sent) => ({
  call: block([{ type: 'tool_use', id: 'c', name: 'get_time', input: { city: 'Oslo' } }], 'tool_use'),
  broken: block([{ type: 'tool_use', id: 'c', name: 'get_time', input: '{"city": Oslo' }], 'tool_use'),
  text: block([{ type: 'text', text: sent }], 'end_turn'),
  refusal: block([], 'refusal'),
  filter: block([], 'refusal'),
  cut: block([{ type: 'text', text: 'Hel' }], 'max_tokens'),
});
const FACES = {
  '/v1/chat/completions': (what, sent) => ({
    object: 'chat.completion',
    choices: [{ index: 0, ...CHAT(sent)[what] }],
    usage: { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 75 } },
  }),
  '/v1/responses': (what, sent) => ({
    object: 'response',
    ...RESPONSES(sent)[what],
    usage: { input_tokens: 100, input_tokens_details: { cached_tokens: 75 }, output_tokens: 10 },
  }),
  '/v1/messages': (what, sent) => ({
    ...MESSAGES(sent)[what],
    usage: { input_tokens: 25, cache_read_input_tokens: 75, cache_creation_input_tokens: 0, output_tokens: 10 },
  }),
};

createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text);
  const { what = 'call', rejects = [], style = 'openai', status = 400, more } = JSON.parse(body.model);
  const bad = Object.keys(body).find((name) => OPTIONAL.has(name) && rejects.includes(name));
  const reply = (code, value) => {
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  if (bad !== undefined) reply(status, ERRORS[style](bad));
  else reply(200, { ...FACES[request.url](what, Object.keys(body).join(' ')), ...more });
}).listen(0, '127.0.0.1', function listening() {
  console.log(this.address().port);
});
