/** The double against what was recorded of the real runners: bytes and answers. */
import { describe, expect, it } from 'vitest';

import { asking, CLOCK, HELLO } from './model-runner/asking.ts';
import { ALIAS, MODELS } from './model-runner/constants.ts';
import type { Runner, Trouble } from './model-runner/constants.ts';
import { ask, exchange, rawRequest } from './raw.ts';
import type { Answer } from './raw.ts';

const at = asking();
const TIME = [{ role: 'user', content: 'What time is it? hello' }];

describe('bytes', () => {
  it('are HTTP/1.1 with a length, and the connection is closed', async () => {
    await at.runner.become('ollama', 'empty-list');
    const bytes = await exchange(at.runner.port, rawRequest('GET /v1/models'));
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
    await at.runner.become('ollama', 'dies');
    await expect(at.chat()).rejects.toThrow();
    await at.runner.become('ollama', 'broken-json');
    const { text } = await at.chat();
    expect(() => JSON.parse(text)).toThrow();
  });

  it('never come from a slow model; a client that disconnects is visible to the test', async () => {
    await at.runner.become('llama-server', 'slow');
    const before = at.runner.closed.length;
    const leave = new AbortController();
    const seen = at.runner.requests.length;
    const answer = ask(at.runner.port, '/v1/models', { signal: leave.signal });
    await at.runner.until('requests', seen + 1);
    leave.abort();
    await expect(answer).rejects.toThrow();
    await at.runner.until('closed', before + 1);
    expect(at.runner.closed.at(-1)).toMatchObject({ method: 'GET', path: '/v1/models' });
  });
});

describe('answers', () => {
  it.each<[Runner, object]>([
    ['ollama', { model: MODELS.small, system_fingerprint: 'fp_ollama' }],
    ['llama-server', { model: ALIAS, timings: expect.anything() }],
    ['router', { model: MODELS.small, usage: { prompt_tokens_details: { cached_tokens: 0 } } }],
  ])('of %s', async (name, more) => {
    await at.runner.become(name);
    expect((await at.chat({ stream: false })).json()).toMatchObject({
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
    await at.runner.become(name, trouble);
    expect((await at.chat({ messages: TIME, tools: [CLOCK] })).json()).toMatchObject({ choices: [choice] });
  });

  it('end at max_tokens', async () => {
    await at.runner.become('router');
    const choice = { finish_reason: 'length', message: { content: 'I heard' } };
    expect((await at.chat({ max_tokens: 2 })).json()).toMatchObject({ choices: [choice] });
  });

  it('lists of models differ', async () => {
    const list = async (name: Runner, trouble?: Trouble) => {
      await at.runner.become(name, trouble);
      return (await ask(at.runner.port, '/v1/models')).json();
    };
    expect(await list('ollama')).toMatchObject({ object: 'list', data: [{ id: MODELS.small, object: 'model' }, {}] });
    expect(await list('ollama', 'empty-list')).toEqual({ object: 'list', data: null });
    expect(await list('llama-server')).toMatchObject({ data: [{ id: ALIAS, meta: { n_ctx: 4096 } }] });
    expect(await list('router')).toMatchObject({
      data: [{ status: { value: 'loaded' } }, { status: { value: 'unloaded' } }],
    });
  });

  it('only llama.cpp reports settings; a router forwards to the loaded model', async () => {
    const props = async (query = ''): Promise<Answer> => ask(at.runner.port, `/props${query}`);
    await at.runner.become('llama-server');
    const single = await props('?model=nope&autoload=false');
    expect(single.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(single.headers.get('server')).toBe('llama.cpp');
    expect(single.json()).toMatchObject({
      model_alias: ALIAS,
      default_generation_settings: { n_ctx: 4096 },
      chat_template_caps: { supports_tools: true, supports_tool_calls: true },
    });
    await at.runner.become('router');
    expect((await props()).json()).toMatchObject({ role: 'router', model_path: 'none' });
    expect((await props(`?model=${MODELS.small}`)).json()).toMatchObject({ model_alias: MODELS.small });
    const refused = async (model: string): Promise<unknown> => (await props(`?model=${model}&autoload=false`)).json();
    expect(await refused(MODELS.large)).toMatchObject({ error: { code: 400, message: 'model is not loaded' } });
    expect(await refused('nope')).toMatchObject({ error: { code: 400, message: "model 'nope' not found" } });
  });

  it('Ollama reports abilities in one response', async () => {
    await at.runner.become('ollama');
    expect((await at.post('/api/show', { model: MODELS.large })).json()).toMatchObject({
      capabilities: ['completion', 'tools'],
      model_info: { 'llama.context_length': 131_072 },
    });
    expect((await ask(at.runner.port, '/')).text).toBe('Ollama is running');
    await at.runner.become('llama-server', 'loading');
    expect((await ask(at.runner.port, '/health')).json()).toEqual({ status: 'ok' });
  });
});

it('reports what the contract does not describe', async () => {
  await at.runner.settle();
  expect(at.runner.unknown).toEqual([]);
  await at.runner.become('ollama');
  const answers = [
    await at.chat({ n: 2 }),
    await at.chat({ stream: true }),
    await at.chat({ messages: [{ content: 'x' }] }),
    await at.post('/v1/chat/completions', 'hello'),
    await at.post('/api/show', { model: MODELS.small, verbose: true }),
    await at.post('/v1/chat/completions', HELLO, { 'Content-Type': 'text/plain' }),
    await ask(at.runner.port, '/api/tags'),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 599));
  await at.runner.settle();
  expect(at.runner.unknown.map((line) => /\((.*)\)/.exec(line)?.[1])).toEqual([
    'field n',
    'streaming',
    'a message without role or content',
    'the body is no JSON object',
    'more than a model',
    'a body that is not JSON',
    'the double does not have this address',
  ]);
});
