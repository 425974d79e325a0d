/** Questions to a double of the model runners: what is an answer, an error of one case, or the end of the run. */
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type EngineAnswer, anthropicTokens } from '../../compiler/features/evals/online/engine.ts';
import { OPENAI } from '../../compiler/features/evals/online/engines/openai.ts';
import {
  type AskRun,
  type Limits,
  RequestFailure,
  type Trial,
  askAll,
  createBudget,
  openAnswerCache,
} from '../../compiler/features/evals/run/ask-all.ts';
import { type ModelEndpoint, ask } from '../../compiler/features/evals/run/ask.ts';
import { KEY, MODELS } from '../doubles/model-runner/constants.ts';
import type { Runner, Trouble } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';

const runner = await startModelRunner();
afterAll(() => runner.stop());

const TIME = {
  name: 'get_time',
  description: 'Reads the clock of a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
} as const;

const bodyOf = (request: string, model: string = MODELS.small): object =>
  OPENAI.body(
    { system: 'Tools are available.', tools: [TIME], after: [], request },
    { model, seed: 1, temperature: undefined, maxTokens: 512 },
  );
const QUESTION = bodyOf('what time is it in Oslo');

const endpoint = (more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  engine: OPENAI,
  url: `${runner.url}/v1`,
  key: undefined,
  keyEnv: undefined,
  timeoutMs: 60_000,
  retryMs: 1,
  patienceMs: 20,
  wasReached: () => false,
  rejected: [],
  ...more,
});

const never = new AbortController().signal;
const NO_METER = { send: () => undefined, uncounted: () => undefined };
const asked = (more?: Partial<ModelEndpoint>, body = QUESTION): Promise<EngineAnswer> =>
  ask(endpoint(more), body, never, NO_METER);

describe.each<Runner>(['ollama', 'llama-server', 'router'])('%s', (face) => {
  test('answers with a call, or with text', async () => {
    await runner.become(face);
    expect(await asked()).toMatchObject({ kind: 'call', name: 'get_time', arguments: { city: 'Oslo' } });
    expect(await asked({}, bodyOf('how are you'))).toMatchObject({ kind: 'text' });
    await runner.become(face, 'broken-arguments');
    expect(await asked()).toMatchObject({ kind: 'call', name: 'get_time', arguments: null });
  });

  test.each<[Trouble, string]>([
    ['loading', '(status 503)'],
    ['queue-full', '(status 503)'],
    ['out-of-memory', 'status 500 3 times'],
    ['bad-output', 'does not match the expected'],
    ['broken-json', 'not JSON'],
    ['stranger', 'does not have the form'],
    ['cut-call', 'cut off'],
    ['silent', 'cut off'],
  ])('%s is an error of the engine', async (trouble, message) => {
    await runner.become(face, trouble);
    const answer = await asked();
    expect(answer).toMatchObject({ kind: 'error' });
    expect(answer.kind === 'error' && answer.message).toContain(message);
  });

  test.each<[Trouble, string]>([
    ['needs-key', 'rejected the request (status 401)'],
    ['context-overflow', 'exceeds the available context size'],
    ['dies', 'closed the connection'],
  ])('%s ends the run', async (trouble, message) => {
    await runner.become(face, trouble);
    await expect(asked()).rejects.toThrow(message);
  });

  test('reports nothing that the double does not know', async () => {
    await runner.settle();
    expect(runner.unknown).toEqual([]);
  });
});

describe('a request', () => {
  test('ends the run where the model is not there or cannot call tools', async () => {
    await runner.become('ollama');
    await expect(asked({}, bodyOf('hello', 'nope'))).rejects.toThrow("model 'nope' not found");
    await runner.become('ollama', 'no-tools');
    await expect(asked()).rejects.toThrow('does not support tools');
  });

  test('has the key in a header, and in no message', async () => {
    await runner.become('llama-server', 'needs-key');
    expect(await asked({ key: KEY, keyEnv: 'RUNNER_KEY' })).toMatchObject({ kind: 'call' });
    const refused = await asked({ key: 'wrong-key-123', keyEnv: 'RUNNER_KEY' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ hint: 'Check the key in RUNNER_KEY.' });
    expect(String(refused)).not.toContain('wrong-key-123');
  });

  test('that is not answered in time is an error of one case', async () => {
    await runner.become('ollama', 'slow');
    expect(await asked({ timeoutMs: 50 })).toMatchObject({ kind: 'error', message: 'No response within 0.05 s.' });
  });

  test('waits for a model that is being loaded', async () => {
    await runner.become('llama-server', 'loading');
    await runner.settle();
    const before = runner.requests.length;
    const answer = asked({ patienceMs: 60_000 });
    await expect.poll(async () => (await runner.settle(), runner.requests.length - before)).toBeGreaterThan(4);
    await runner.become('llama-server');
    expect(await answer).toMatchObject({ kind: 'call' });
  });

  test('is repeated where the engine had answered and closes the connection', async () => {
    await runner.become('llama-server');
    let connections = 0;
    const door = createServer((socket) => {
      connections += 1;
      if (connections < 3) socket.destroy();
      else socket.pipe(connect(Number(new URL(runner.url).port), '127.0.0.1')).pipe(socket);
    });
    await new Promise<void>((resolve) => {
      door.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void door.close());
    const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/v1`;
    await expect(asked({ url })).rejects.toThrow(`The engine at ${url} closed the connection.`);
    expect(await asked({ url, wasReached: () => true })).toMatchObject({ kind: 'call' });
    expect(connections).toBe(3);
  });

  test('without a listener names the address', async () => {
    await expect(asked({ url: 'http://127.0.0.1:9/v1' })).rejects.toThrow(
      'Cannot reach the engine at http://127.0.0.1:9/v1',
    );
  });
});

describe('a run', () => {
  const limits: Limits = { lanes: 2, calls: 100, minutes: 60, cost: undefined, prices: undefined };
  const run = (more: Partial<AskRun<Trial>>): AskRun<Trial> => ({
    respondent: {
      id: ['openai', runner.url],
      respond: ({ body }, signal, meter) => ask(endpoint(), body, signal, meter),
    },
    cache: { get: () => undefined, put: () => undefined },
    budget: createBudget(more.limits ?? limits),
    limits,
    signal: never,
    onProgress: () => undefined,
    ...more,
  });
  const questions = ['what time is it', 'hello', 'what time now', 'good day'].map((text) => ({
    body: bodyOf(text),
    seed: 1,
  }));

  test('gives answers in the order of the questions, and asks each once', async () => {
    await runner.become('ollama');
    const root = mkdtempSync(join(tmpdir(), 'haft-ask-'));
    const cache = openAnswerCache(root);
    const first = await askAll(questions, run({ cache }));
    const budget = createBudget(limits);
    const again = await askAll(questions, run({ cache, budget }));
    expect(first.map(({ kind }) => kind)).toEqual(['call', 'text', 'call', 'text']);
    expect(again).toEqual(first);
    expect(budget.used()).toMatchObject({ requests: 0, reused: 4 });
    // With --no-cache all are asked again, and the new answers are kept.
    await runner.become('ollama', 'talks');
    const fresh = await askAll(questions, run({ cache: openAnswerCache(root, true) }));
    expect(fresh.map(({ kind }) => kind)).toEqual(['text', 'text', 'text', 'text']);
    expect(await askAll(questions, run({ cache }))).toEqual(fresh);
    await runner.become('ollama');
    expect(readdirSync(join(root, '.haft/evals'))).toHaveLength(4);
    rmSync(root, { recursive: true });
  });

  test('ends at its limit, and keeps what was answered', async () => {
    const root = mkdtempSync(join(tmpdir(), 'haft-ask-'));
    const stopped = askAll(questions, run({ cache: openAnswerCache(root), limits: { ...limits, lanes: 1, calls: 3 } }));
    await expect(stopped).rejects.toThrow('limit of 3 calls');
    expect(readdirSync(join(root, '.haft/evals'))).toHaveLength(3);
    rmSync(root, { recursive: true });
  });

  test('lets requests in flight end at its limit, so that each run gets further', async () => {
    await runner.become('ollama');
    const root = mkdtempSync(join(tmpdir(), 'haft-ask-'));
    const few = { ...limits, lanes: 4, calls: 2 };
    const again = (): Promise<unknown> => askAll(questions, run({ cache: openAnswerCache(root), limits: few }));
    await expect(again()).rejects.toThrow('limit of 2 calls');
    expect(readdirSync(join(root, '.haft/evals'))).toHaveLength(2);
    expect(await again()).toHaveLength(4);
    rmSync(root, { recursive: true });
  });

  test('costs what the service counts, with what is written to a cache at more than the full price', () => {
    const budget = createBudget({ ...limits, prices: { input: 3, output: 15, longest: 512 } });
    const usage = { input_tokens: 0, cache_creation_input_tokens: 1_000_000, output_tokens: 0 };
    budget.add({ kind: 'text', text: '', tokens: anthropicTokens({ usage }) });
    expect(budget.used()).toMatchObject({ input: 1_000_000, cost: 3.75 });
  });

  test('ends at its cost', async () => {
    const paid = { ...limits, lanes: 1, cost: 0.00004, prices: { input: 1, output: 1, longest: 512 } };
    await expect(askAll(questions, run({ limits: paid }))).rejects.toThrow('a cost of 0.00004');
  });

  test('counts each repetition, and ends at its limit in the middle of them', async () => {
    await runner.become('ollama', 'out-of-memory');
    await runner.settle();
    const before = runner.requests.length;
    const few = { ...limits, lanes: 1, calls: 4 };
    const budget = createBudget(few);
    await expect(askAll(questions, run({ limits: few, budget }))).rejects.toThrow('limit of 4 calls');
    await runner.settle();
    expect({ sent: runner.requests.length - before, ...budget.used() }).toMatchObject({ sent: 4, requests: 4 });
  });

  test('goes on without a case that closes the connection, and ends where the engine is lost', async () => {
    const failure = new RequestFailure('Cannot reach it.', 'Start it.', 'either');
    const runOf = (closes: readonly number[]) => {
      const trials = Array.from({ length: 9 }, (_, place) => ({ body: { place }, seed: 1 }));
      const respond = ({ body }: (typeof trials)[number]): Promise<EngineAnswer> =>
        closes.includes(body.place)
          ? Promise.reject(failure)
          : Promise.resolve({ kind: 'text', text: '', tokens: { input: 1, output: 1, cached: 0 } });
      return askAll(trials, { ...run({ limits: { ...limits, lanes: 1 } }), respondent: { id: [], respond } });
    };
    for (const closes of [[0], [8], [0, 1, 2, 3], [1, 2, 3, 4, 6, 7, 8]])
      expect((await runOf(closes)).flatMap(({ kind }, place) => (kind === 'error' ? [place] : []))).toEqual(closes);
    await expect(runOf([2, 3, 4, 5, 6])).rejects.toThrow('Cannot reach it. The answers to 2 of 9 questions are kept.');
    await expect(runOf([0, 1, 2, 3, 4, 5, 6, 7, 8])).rejects.toThrow('Cannot reach it.');
  });

  test('ends when it is interrupted', async () => {
    await runner.become('ollama', 'slow');
    const interrupt = new AbortController();
    const before = runner.requests.length;
    const stopped = askAll(questions, run({ signal: interrupt.signal }));
    await runner.until('requests', before + 2);
    interrupt.abort();
    await expect(stopped).rejects.toThrow('Interrupted after 0 of 4 questions');
  });
});
