/** What can go wrong with a model runner, each told with its own code and next step: the shipped server over the double. */
// In depth: one spec in depth; model-runner.test.ts has the way through it.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KEY, MEMORY_TEXTS, MODELS, SHAPES } from '../doubles/model-runner/constants.ts';
import type { Trouble } from '../doubles/model-runner/constants.ts';
import { refusedPort } from '../doubles/process.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { HELLO, modelRunner } from '../support/model-runner.ts';
import { caller, shippedServer } from '../support/shipped-server.ts';
import type { Call, Envelope } from '../support/shipped-server.ts';

const SPEC = join(import.meta.dirname, '../../specs/model-runner');

const at = modelRunner();
const { call } = at;

/** A server of its own, with another environment. */
const started = (env: Record<string, string>): Promise<Call> =>
  caller(shippedServer('model-runner'), { MODEL_RUNNER_URL: at.runner.url, ...env });

describe('the symptoms of EXT §7', () => {
  test('the runner is not running', async () => {
    const alone = await started({ MODEL_RUNNER_URL: `http://127.0.0.1:${await refusedPort()}` });
    const calls: [string, object][] = [
      ['list_models', {}],
      ['show_model', { model: MODELS.small }],
      ['ask_model', HELLO],
      ['check_tool_calling', { model: MODELS.small }],
    ];
    for (const [name, args] of calls) {
      expect((await alone(name, { ...args })).envelope).toMatchObject({
        success: false,
        code: 'not_running',
        retry_hint: expect.stringContaining('ollama serve'),
      });
    }
  });

  test('out of memory, in every text and shape', async () => {
    const envelopes: Envelope[] = [];
    for (const shape of SHAPES) {
      for (const text of MEMORY_TEXTS) {
        await at.runner.become('ollama', 'out-of-memory', { shape, text });
        envelopes.push((await call('ask_model', HELLO)).envelope);
      }
    }
    expect(envelopes).toHaveLength(21);
    for (const envelope of envelopes)
      expect(envelope).toMatchObject({
        success: false,
        code: 'out_of_memory',
        retry_hint: expect.stringContaining('smaller model'),
      });
    expect(envelopes[6]?.error).toMatch(/memory of this computer\. .*9\.9 GiB.*7\.6 GiB/);
  });
});

describe.each(SHAPES)('failures told in the shape of %s', (shape) => {
  test.each<[Trouble, string, RegExp]>([
    ['loading', 'model_loading', /Wait 20 seconds/],
    ['not-loaded', 'not_loaded', /smaller model/],
    ['queue-full', 'runner_busy', /Wait 30 seconds/],
    ['context-overflow', 'context_overflow', /Shorten the messages/],
    ['needs-key', 'key_refused', /MODEL_RUNNER_KEY/],
    ['bad-output', 'unreadable_answer', /Try once more/],
  ])('%s', async (trouble, code, hint) => {
    await at.runner.become('llama-server', trouble, { shape });
    const { envelope } = await call('ask_model', HELLO);
    expect(envelope).toMatchObject({ success: false, code, retry_hint: expect.stringMatching(hint) });
    if (code === 'context_overflow' && shape !== 'text') expect(envelope.error).toContain('8192 tokens');
  });

  test('an unknown model, told as 404 and as 400', async () => {
    for (const name of ['ollama', 'router'] as const) {
      await at.runner.become(name, 'none', { shape });
      const { envelope } = await call('ask_model', { ...HELLO, model: 'nope' });
      expect(envelope).toMatchObject({ code: 'unknown_model', retry_hint: expect.stringContaining('list_models') });
    }
  });
});

test('a key is sent where there is one, and never shown', async () => {
  await at.runner.become('llama-server', 'needs-key');
  const right = await started({ MODEL_RUNNER_KEY: KEY });
  expect((await right('ask_model', HELLO)).envelope).toMatchObject({ success: true });
  const wrong = await started({ MODEL_RUNNER_KEY: 'WrongKey00000000' });
  const { envelope } = await wrong('list_models');
  expect(envelope).toMatchObject({ code: 'key_refused' });
  expect(JSON.stringify(envelope)).not.toContain('WrongKey');
});

test.each<[Trouble, string]>([
  ['silent', 'empty_answer'],
  ['broken-json', 'bad_response'],
  ['dies', 'connection_lost'],
  ['stranger', 'wrong_address'],
])('an answer that is none: %s', async (trouble, code) => {
  await at.runner.become('ollama', trouble);
  expect((await call('ask_model', HELLO)).envelope).toMatchObject({
    success: false,
    code,
    retry_hint: expect.any(String),
  });
});

test('a wrong address is neither an empty list nor an unknown model', async () => {
  await at.runner.become('llama-server');
  const lost = await started({ MODEL_RUNNER_URL: `${at.runner.url}/v1` });
  for (const [name, args] of [
    ['list_models', {}],
    ['ask_model', HELLO],
  ] as const)
    expect((await lost(name, { ...args })).envelope).toMatchObject({
      code: 'wrong_address',
      retry_hint: expect.stringContaining('/v1'),
    });
  await at.runner.become('llama-server', 'stranger');
  expect((await call('list_models')).envelope).toMatchObject({ code: 'wrong_address' });
});

test('bad arguments never reach the runner', async () => {
  const calls: [string, object, RegExp][] = [
    ['ask_model', { messages: [] }, /model/],
    ['ask_model', { ...HELLO, messages: [] }, /messages/],
    ['ask_model', { ...HELLO, messages: [{ role: 'robot', content: 'x' }] }, /"system", "user", "assistant"/],
    ['ask_model', { ...HELLO, messages: [{ content: 'x'.repeat(100_001) }] }, /100000/],
    ['ask_model', { ...HELLO, max_tokens: 0 }, /max_tokens must be.*1/],
    ['ask_model', { ...HELLO, max_token: 5 }, /Did you mean "max_tokens"/],
    ['list_models', { limit: 500 }, /limit must be.*200.*500/],
    ['show_model', { model: '' }, /model/],
  ];
  const seen = at.runner.requests.length;
  for (const [name, args, error] of calls) {
    expect((await call(name, { ...args })).envelope).toMatchObject({
      code: 'invalid_arguments',
      error: expect.stringMatching(error),
    });
  }
  await at.runner.settle();
  expect(at.runner.requests).toHaveLength(seen);
});

describe('timeouts and cancellation', () => {
  test('a cancelled call is cancelled at the runner', async () => {
    await at.runner.become('ollama', 'slow');
    const [seen, closed] = [at.runner.requests.length, at.runner.closed.length];
    const leave = new AbortController();
    const answer = call('ask_model', HELLO, { signal: leave.signal });
    await at.runner.until('requests', seen + 1);
    leave.abort();
    await expect(answer).rejects.toThrow();
    await at.runner.until('closed', closed + 1);
  });

  test('a late response ends at the deadline with a message about loading; the request to the runner is cancelled', async () => {
    const spec = readFileSync(join(SPEC, 'server.yaml'), 'utf8');
    const folder = temporaryFolder();
    // Handlers import the types that are printed from their spec.
    cpSync(SPEC, join(folder, 'specs/model-runner'), { recursive: true });
    writeFiles(folder, {
      'specs/model-runner/server.yaml': spec.replaceAll('timeout_ms: 240000', 'timeout_ms: 300'),
    });
    expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
    await at.runner.become('ollama', 'slow');
    const closed = at.runner.closed.length;
    const server = join(folder, 'generated/servers/model-runner/server.mjs');
    const quick = await caller(server, { MODEL_RUNNER_URL: at.runner.url });
    for (const [name, args] of [
      ['ask_model', HELLO],
      ['check_tool_calling', { model: MODELS.small }],
    ] as const) {
      expect((await quick(name, { ...args })).envelope).toMatchObject({
        success: false,
        code: 'timeout',
        retry_hint: expect.stringContaining('the first call loads the model'),
      });
    }
    await at.runner.until('closed', closed + 2);
  });
});
