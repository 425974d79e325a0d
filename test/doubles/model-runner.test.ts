/** The double against what was recorded of the real runners: statuses, bodies and closings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ALIAS, KEY, MEMORY_TEXTS, MODELS, SHAPES } from './model-runner/constants.ts';
import type { Runner, Trouble } from './model-runner/constants.ts';
import { startModelRunner } from './model-runner/start.ts';
import type { ModelRunner } from './model-runner/start.ts';
import { ask, exchange, rawRequest } from './raw.ts';
import type { Answer } from './raw.ts';

let runner: ModelRunner;

beforeAll(async () => {
  runner = await startModelRunner();
});

afterAll(() => runner.stop());

function post(path: string, body: unknown, headers = {}): Promise<Answer> {
  const init = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
  return ask(runner.port, path, { ...init, headers: { 'Content-Type': 'application/json', ...headers } });
}

const HELLO = { model: MODELS.small, messages: [{ role: 'user', content: 'hello' }] };
const CLOCK = { type: 'function', function: { name: 'get_time', parameters: { type: 'object' } } };
const TIME = [{ role: 'user', content: 'What time is it? hello' }];
const chat = (more: object = {}, headers = {}): Promise<Answer> =>
  post('/v1/chat/completions', { ...HELLO, ...more }, headers);

describe('bytes', () => {
  it('are HTTP/1.1 with a length, and the connection is closed', async () => {
    await runner.become('ollama', 'empty-list');
    const bytes = await exchange(runner.port, rawRequest('GET /v1/models'));
    expect(bytes.split('\r\n')).toEqual([
      'HTTP/1.1 200 OK',
      'Content-Type: application/json',
      'Content-Length: 29',
      'Connection: close',
      '',
      '{"object":"list","data":null}',
    ]);
  });

  it('break off in the middle when the process dies', async () => {
    await runner.become('ollama', 'dies');
    await expect(chat()).rejects.toThrow();
    await runner.become('ollama', 'broken-json');
    const { text } = await chat();
    expect(() => JSON.parse(text)).toThrow();
  });

  it('never come from a slow model; a client that leaves is told to the test', async () => {
    await runner.become('llama-server', 'slow');
    const before = runner.closed.length;
    const leave = new AbortController();
    const seen = runner.requests.length;
    const answer = ask(runner.port, '/v1/models', { signal: leave.signal });
    await runner.until('requests', seen + 1);
    leave.abort();
    await expect(answer).rejects.toThrow();
    await runner.until('closed', before + 1);
    expect(runner.closed.at(-1)).toMatchObject({ method: 'GET', path: '/v1/models' });
  });
});

describe('answers', () => {
  it.each<[Runner, object]>([
    ['ollama', { model: MODELS.small, system_fingerprint: 'fp_ollama' }],
    ['llama-server', { model: ALIAS, timings: expect.anything() }],
    ['router', { model: MODELS.small, usage: { prompt_tokens_details: { cached_tokens: 0 } } }],
  ])('of %s', async (name, more) => {
    await runner.become(name);
    expect((await chat({ stream: false })).json()).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content: expect.stringContaining('hello') }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 31, completion_tokens: 12, total_tokens: 43 },
      ...more,
    });
  });

  it.each<[Runner, Trouble, object]>([
    [
      'ollama',
      'none',
      { finish_reason: 'tool_calls', message: { content: '', tool_calls: [{ index: 0, type: 'function' }] } },
    ],
    [
      'llama-server',
      'none',
      { finish_reason: 'tool_calls', message: { tool_calls: [{ id: expect.stringMatching(/^\w{32}$/) }] } },
    ],
    ['llama-server', 'no-tools', { finish_reason: 'stop', message: { content: expect.stringContaining('hello') } }],
    ['ollama', 'printed-call', { finish_reason: 'stop', message: { content: expect.stringContaining('get_time') } }],
    ['ollama', 'silent', { finish_reason: 'length', message: { content: '', reasoning: expect.any(String) } }],
  ])('with a tool, of %s with %s', async (name, trouble, choice) => {
    await runner.become(name, trouble);
    expect((await chat({ messages: TIME, tools: [CLOCK] })).json()).toMatchObject({ choices: [choice] });
  });

  it('end at max_tokens', async () => {
    await runner.become('router');
    const choice = { finish_reason: 'length', message: { content: 'I heard' } };
    expect((await chat({ max_tokens: 2 })).json()).toMatchObject({ choices: [choice] });
  });

  it('lists of models differ', async () => {
    const list = async (name: Runner, trouble?: Trouble) => {
      await runner.become(name, trouble);
      return (await ask(runner.port, '/v1/models')).json();
    };
    expect(await list('ollama')).toMatchObject({ object: 'list', data: [{ id: MODELS.small, object: 'model' }, {}] });
    expect(await list('ollama', 'empty-list')).toEqual({ object: 'list', data: null });
    expect(await list('llama-server')).toMatchObject({ data: [{ id: ALIAS, meta: { n_ctx: 4096 } }] });
    expect(await list('router')).toMatchObject({
      data: [{ status: { value: 'loaded' } }, { status: { value: 'unloaded' } }],
    });
  });

  it('settings are told by llama.cpp alone; a router hands on to the model that is loaded', async () => {
    const props = async (query = ''): Promise<Answer> => ask(runner.port, `/props${query}`);
    await runner.become('llama-server');
    const single = await props('?model=nope&autoload=false');
    expect(single.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(single.headers.get('server')).toBe('llama.cpp');
    expect(single.json()).toMatchObject({
      model_alias: ALIAS,
      default_generation_settings: { n_ctx: 4096 },
      chat_template_caps: { supports_tools: true, supports_tool_calls: true },
    });
    await runner.become('router');
    expect((await props()).json()).toMatchObject({ role: 'router', model_path: 'none' });
    expect((await props(`?model=${MODELS.small}`)).json()).toMatchObject({ model_alias: MODELS.small });
    const refused = async (model: string): Promise<unknown> => (await props(`?model=${model}&autoload=false`)).json();
    expect(await refused(MODELS.large)).toMatchObject({ error: { code: 400, message: 'model is not loaded' } });
    expect(await refused('nope')).toMatchObject({ error: { code: 400, message: "model 'nope' not found" } });
  });

  it('abilities are told by Ollama in one answer', async () => {
    await runner.become('ollama');
    expect((await post('/api/show', { model: MODELS.large })).json()).toMatchObject({
      capabilities: ['completion', 'tools'],
      model_info: { 'llama.context_length': 131_072 },
    });
    expect((await ask(runner.port, '/')).text).toBe('Ollama is running');
    await runner.become('llama-server', 'loading');
    expect((await ask(runner.port, '/health')).json()).toEqual({ status: 'ok' });
  });
});

describe('errors', () => {
  it.each<[string, Runner, Trouble, object, number, object]>([
    [
      'an unknown model',
      'ollama',
      'none',
      { model: 'nope' },
      404,
      { message: "model 'nope' not found", type: 'not_found_error', param: null, code: null },
    ],
    [
      'an unknown model',
      'router',
      'none',
      { model: 'nope' },
      400,
      { code: 400, message: "model 'nope' not found", type: 'invalid_request_error' },
    ],
    [
      'no model',
      'router',
      'none',
      { model: '' },
      400,
      { code: 400, message: 'model name is missing from the request', type: 'invalid_request_error' },
    ],
    [
      'no messages',
      'ollama',
      'none',
      { messages: [] },
      400,
      { message: "[] is too short - 'messages'", type: 'invalid_request_error', param: null, code: null },
    ],
    [
      'tools',
      'ollama',
      'no-tools',
      { tools: [CLOCK] },
      400,
      {
        message: expect.stringMatching(/does not support tools$/),
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    ],
    ['loading', 'llama-server', 'loading', {}, 503, { code: 503, message: 'Loading model', type: 'unavailable_error' }],
    [
      'a model that does not load',
      'router',
      'not-loaded',
      {},
      500,
      { code: 500, message: expect.stringMatching(/^model name=.* failed to load$/), type: 'server_error' },
    ],
    [
      'a full queue',
      'ollama',
      'queue-full',
      {},
      503,
      {
        message: 'server busy, please try again.  maximum pending requests exceeded',
        type: 'api_error',
        param: null,
        code: null,
      },
    ],
    [
      'too long a prompt',
      'llama-server',
      'context-overflow',
      {},
      400,
      {
        code: 400,
        message: expect.stringContaining('exceeds'),
        type: 'exceed_context_size_error',
        n_prompt_tokens: 13_392,
        n_ctx: 8192,
      },
    ],
    [
      'an unreadable answer',
      'llama-server',
      'bad-output',
      {},
      500,
      {
        code: 500,
        message: expect.stringContaining('does not match the expected peg-native format'),
        type: 'server_error',
      },
    ],
    [
      'no key',
      'llama-server',
      'needs-key',
      {},
      401,
      { code: 401, message: 'Invalid API Key', type: 'authentication_error' },
    ],
  ])('%s, %s', async (_what, name, trouble, more, status, error) => {
    await runner.become(name, trouble);
    const answer = await chat(more);
    expect(answer.status).toBe(status);
    expect(answer.json()).toEqual({ error });
  });

  it.each(SHAPES.flatMap((shape) => MEMORY_TEXTS.map((text) => [shape, text] as const)))(
    'memory, %s: %s',
    async (shape, text) => {
      await runner.become('ollama', 'out-of-memory', { shape, text });
      const answer = await chat();
      expect(answer.status).toBe(500);
      const { error } = answer.json() as { error: string | { message: string } };
      expect(typeof error === 'string' ? error : error.message).toBe(text);
      expect(Object.keys(error)).toContain({ ollama: 'param', 'llama-server': 'type', text: '0' }[shape]);
    },
  );

  it('a key opens everything, and is never asked for at /health', async () => {
    await runner.become('llama-server', 'needs-key');
    for (const headers of [{ Authorization: `Bearer ${KEY}` }, { 'X-Api-Key': KEY }])
      expect((await chat({}, headers)).status).toBe(200);
    expect((await ask(runner.port, '/v1/models')).status).toBe(401);
    expect((await ask(runner.port, '/health')).status).toBe(200);
  });

  it('a wrong address, and one of the other runner', async () => {
    await runner.become('llama-server');
    const body = { error: { message: 'File Not Found', type: 'not_found_error', code: 404 } };
    expect((await post('/api/show', { model: ALIAS })).json()).toEqual(body);
    expect((await ask(runner.port, '/v1/v1/models')).json()).toEqual(body);
    await runner.become('ollama');
    expect((await post('/api/show', { model: 'nope' })).json()).toEqual({ error: "model 'nope' not found" });
  });
});

it('reports what the contract does not describe', async () => {
  await runner.settle();
  expect(runner.unknown).toEqual([]);
  await runner.become('ollama');
  const answers = [
    await chat({ n: 2 }),
    await chat({ stream: true }),
    await chat({ messages: [{ content: 'x' }] }),
    await post('/v1/chat/completions', 'hello'),
    await post('/api/show', { model: MODELS.small, verbose: true }),
    await post('/v1/chat/completions', HELLO, { 'Content-Type': 'text/plain' }),
    await ask(runner.port, '/api/tags'),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 599));
  await runner.settle();
  expect(runner.unknown.map((line) => /\((.*)\)/.exec(line)?.[1])).toEqual([
    'field n',
    'streaming',
    'a message without role or content',
    'the body is no JSON object',
    'more than a model',
    'a body that is not JSON',
    'the double does not have this address',
  ]);
});
