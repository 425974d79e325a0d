/** The whole way: the shipped spec, compiled, alone in an empty folder, spoken to by the official client, over the double. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ALIAS, MODELS } from '../doubles/model-runner/constants.ts';
import type { Runner, Trouble } from '../doubles/model-runner/constants.ts';
import { HELLO, modelRunner } from '../support/model-runner.ts';
import { MODES, connect } from '../support/official-client.ts';
import { lonelyServer, plannedTools, shippedServer } from '../support/shipped-server.ts';

const at = modelRunner();
const { call } = at;

const lastBody = (): unknown => JSON.parse(at.runner.requests.at(-1)?.body ?? '');

describe.each(MODES)('over %s', (_name, mode) => {
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

describe('what there is', () => {
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

  test('abilities where the runner tells them, and words where it does not', async () => {
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
    await at.runner.become('llama-server');
    expect((await call('show_model', { model: ALIAS })).envelope).toMatchObject({
      code: 'abilities_not_told',
      retry_hint: expect.stringContaining('check_tool_calling'),
    });
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

  test.each<[Runner, Trouble, object]>([
    ['ollama', 'none', { success: true, data: { calls: 1, tool: 'get_time', model: MODELS.small } }],
    ['llama-server', 'none', { success: true, data: { calls: 1, tool: 'get_time', model: ALIAS } }],
    ['llama-server', 'no-tools', { success: true, data: { calls: 0, text: expect.stringContaining('Oslo') } }],
    ['ollama', 'printed-call', { success: true, data: { calls: 0, text: expect.stringContaining('get_time') } }],
    [
      'ollama',
      'no-tools',
      { success: false, code: 'no_tool_support', retry_hint: expect.stringContaining('ask_model') },
    ],
  ])('tool calling of %s, %s', async (name, trouble, envelope) => {
    await at.runner.become(name, trouble);
    expect((await call('check_tool_calling', { model: MODELS.small })).envelope).toMatchObject(envelope);
    await at.runner.settle();
    expect(lastBody()).not.toHaveProperty('tool_choice');
  });
});
