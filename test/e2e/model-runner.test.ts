/** The whole way: the shipped spec, compiled, alone in an empty folder, called by the official client, over the double. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ALIAS, MODELS } from '../doubles/model-runner/constants.ts';
import type { Runner, Trouble } from '../doubles/model-runner/constants.ts';
import { HELLO, modelRunner } from '../support/model-runner.ts';
import { SOME_MODES, connect } from '../support/official-client.ts';
import { lonelyServer, plannedTools, shippedServer } from '../support/shipped-server.ts';

const at = modelRunner();
const { call } = at;

const lastBody = (): unknown => JSON.parse(at.runner.requests.at(-1)?.body ?? '');

describe.each(SOME_MODES)('over %s', (_name, mode) => {
  test('the list is the Plan, and a conversation reaches the model with every default filled in', async () => {
    const client = await connect(mode, lonelyServer('model-runner'), { MODEL_RUNNER_URL: at.runner.url });
    expect((await client.listTools()).tools).toEqual(plannedTools('model-runner'));
    await at.runner.become('ollama');
    const result = await client.callTool({ name: 'ask_model', arguments: HELLO });
    expect(result.structuredContent).toEqual({
      success: true,
      data: {
        text: 'I heard 1; the last is: hello',
        ending: 'complete',
        model: MODELS.small,
        prompt_tokens: 31,
        answer_tokens: 12,
      },
    });
    await at.runner.settle();
    expect(lastBody()).toEqual({
      model: MODELS.small,
      messages: [{ role: 'user', content: 'hello' }],
      max_tokens: 2048,
      stream: false,
    });
  });
});

test('the runner is looked for at port 11434 unless the user says otherwise (EXT §4.3)', () => {
  const text = readFileSync(shippedServer('model-runner'), 'utf8');
  expect(text).toContain('"{env.MODEL_RUNNER_URL|http://127.0.0.1:11434}"');
});

describe('models and their abilities', () => {
  test.each<[Runner, Trouble, object]>([
    [
      'ollama',
      'none',
      {
        total: 2,
        models: [
          { model: MODELS.small, owner: 'library' },
          { model: MODELS.large, owner: 'library' },
        ],
      },
    ],
    ['ollama', 'empty-list', { total: 0, models: [] }],
    ['llama-server', 'empty-list', { total: 0, models: [] }],
    [
      'llama-server',
      'none',
      {
        total: 1,
        models: [{ model: ALIAS, owner: 'llamacpp', context_length: 4096, largest_context_length: 131_072 }],
      },
    ],
    ['router', 'none', { total: 2, models: [{ model: MODELS.small, state: 'loaded' }, { state: 'unloaded' }] }],
  ])('models of %s, %s', async (name, trouble, data) => {
    await at.runner.become(name, trouble);
    expect((await call('list_models')).envelope).toMatchObject({ success: true, data });
  });

  test('a long list is read in pages', async () => {
    await at.runner.become('ollama');
    const page = await call('list_models', { limit: 1, start: 1 });
    expect(page.envelope.data).toEqual({ total: 2, models: [{ model: MODELS.large, owner: 'library' }] });
    expect((await call('list_models', { start: 2 })).envelope.data).toEqual({ total: 2, models: [] });
  });

  test('abilities as Ollama tells them', async () => {
    await at.runner.become('ollama');
    expect((await call('show_model', { model: MODELS.small })).envelope.data).toEqual({
      model: MODELS.small,
      abilities: ['completion', 'tools', 'thinking'],
      family: 'qwen3',
      parameters: '751.63M',
      quantization: 'Q4_K_M',
      largest_context_length: 40_960,
    });
    expect((await call('show_model', { model: 'nope' })).envelope).toMatchObject({ code: 'unknown_model' });
  });

  test('llama.cpp tells abilities in its settings, and numbers in its list', async () => {
    await at.runner.become('llama-server');
    const told = {
      model: ALIAS,
      abilities: ['completion', 'tools', 'vision'],
      parameters: '596.05M',
      quantization: 'Q4_K - Medium',
      context_length: 4096,
      largest_context_length: 131_072,
    };
    expect((await call('show_model', { model: ALIAS })).envelope.data).toEqual(told);
    await at.runner.become('llama-server', 'no-tools');
    expect((await call('show_model', { model: ALIAS })).envelope.data).toEqual({
      ...told,
      abilities: ['completion', 'vision'],
    });
    expect((await call('show_model', { model: 'nope' })).envelope).toMatchObject({
      code: 'unknown_model',
      error: `The runner has no model "nope"; it has "${ALIAS}".`,
    });
  });

  test('a router tells less of a model that is not loaded, and loads none to be asked', async () => {
    await at.runner.become('router');
    expect((await call('show_model', { model: MODELS.small })).envelope.data).toMatchObject({
      abilities: ['completion', 'tools', 'vision'],
      state: 'loaded',
    });
    expect((await call('show_model', { model: MODELS.large })).envelope.data).toEqual({
      model: MODELS.large,
      context_length: 4096,
      state: 'unloaded',
    });
    expect((await call('show_model', { model: 'nope' })).envelope).toMatchObject({ code: 'unknown_model' });
    await at.runner.settle();
    const asked = at.runner.requests.filter(({ path }) => path.startsWith('/props'));
    expect(asked.at(-1)?.path).toBe(`/props?model=${encodeURIComponent(MODELS.large)}&autoload=false`);
  });

  test('failures of a runner that is asked for abilities are reported as everywhere', async () => {
    for (const [trouble, code] of [
      ['loading', 'model_loading'],
      ['needs-key', 'key_refused'],
      ['stranger', 'wrong_address'],
      ['empty-list', 'unknown_model'],
    ] as const) {
      await at.runner.become('llama-server', trouble);
      expect((await call('show_model', { model: ALIAS })).envelope).toMatchObject({ success: false, code });
    }
  });
});

describe('answers', () => {
  test('one that was cut off says so, and how to go on', async () => {
    await at.runner.become('llama-server');
    expect((await call('ask_model', { ...HELLO, max_tokens: 3 })).envelope.data).toMatchObject({
      text: 'I heard 1;',
      ending: expect.stringMatching(/^cut off at max_tokens; ask again/),
      model: ALIAS,
    });
  });

  test('a conversation keeps its order and roles, and its length is limited as asked', async () => {
    await at.runner.become('router');
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Grüße, "Ünï" {x}' },
      { role: 'assistant', content: 'Hm.' },
      { role: 'user', content: 'And {{now}}?' },
    ];
    const { envelope } = await call('ask_model', { model: MODELS.large, messages, max_tokens: 50 });
    expect(envelope.data).toMatchObject({ text: 'I heard 4; the last is: And {{now}}?', model: MODELS.large });
    await at.runner.settle();
    expect(lastBody()).toEqual({ model: MODELS.large, messages, max_tokens: 50, stream: false });
  });
});
