/** What can go wrong or change in a run with a model, through the built command line: each ends as docs/evals.md says. */
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { KEY, MODELS } from '../doubles/model-runner/constants.ts';
import type { Runner, Trouble } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';
import { clockProject } from '../support/eval-project.ts';
import { BIN, haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const runner = await startModelRunner();
afterAll(() => runner.stop());

const config = (more = ''): string =>
  `evals: { models: { local: { model: "${MODELS.small}", endpoint: "${runner.url}/v1"${more} } }, limits: { lanes: 1 } }\n`;
const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, 'eval', ...args, '--today', '2026-11-20');
const model = (cwd: string, ...args: readonly string[]): Ran => run(cwd, '--tier', 'model', ...args);
const cached = (root: string): number => readdirSync(join(root, '.haft/evals')).length;

describe('a run without a result ends with 2', () => {
  test.each<[Runner, Trouble, RegExp]>(
    everyNth(3, [
      ['ollama', 'no-tools', /does not support tools[^]*the model supports tools/],
      ['llama-server', 'needs-key', /rejected the request \(status 401\)/],
      ['ollama', 'dies', /closed the connection/],
    ]),
  )('%s: %s', async (face, trouble, message) => {
    const other = trouble === 'dies' ? await startModelRunner() : runner;
    await other.become(face, trouble);
    const root = clockProject({}, config().replaceAll(runner.url, other.url));
    expect(model(root)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
    if (other !== runner) await other.stop();
  });

  test('a model that the engine does not have', async () => {
    await runner.become('ollama');
    const refused = run(clockProject({}, config()), '--endpoint', `${runner.url}/v1`, '--model', 'nope');
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/model 'nope' not found[^]*Check `endpoint` and `model`/),
    });
  });

  test('a model that never calls', async () => {
    await runner.become('llama-server', 'talks');
    const { code, stdout, stderr } = model(clockProject({}, config()), 'clock', '--suggest');
    // No description is blamed for it.
    expect(stderr).not.toContain('eval/lost');
    expect(stderr).toContain('No edit was tried: the run shows nothing that an edit could change.');
    expect(stdout).not.toContain('Suggestions');
    expect({ code, stdout }).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('server clock: void, because nothing was ever called.'),
    });
  });
});

test.each<[Trouble, string]>([
  ['loading', '(status 503)'],
  ['broken-json', 'The response is not JSON'],
])('%s is an error of the case: asked again, counted nowhere, not kept', async (trouble, message) => {
  await runner.become('llama-server', trouble);
  const root = clockProject({}, config().replace('lanes: 1', 'lanes: 4, timeout_ms: 6000'));
  const before = runner.requests.length;
  const { code, stdout, stderr } = model(root, 'get_time', '--record');
  await runner.settle();
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(stdout).toContain('no answer 3');
  // Each of three cases is tried again while the model is being loaded.
  if (trouble === 'loading') expect(runner.requests.length - before).toBeGreaterThan(5);
  await runner.become('llama-server');
  expect(model(root, 'get_time')).toMatchObject({ code: 0, stdout: expect.stringContaining('right 2 of 2') });
});

test('broken JSON of a call is the right tool with wrong arguments, and what was sent is told', async () => {
  await runner.become('llama-server', 'broken-arguments');
  const root = clockProject({}, config(', price: { input: 1, output: 2 }'));
  const { code, stdout, stderr } = model(root, 'get_time');
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('not a JSON object') });
  expect(stdout).toContain('right 2 of 2');
  expect(stdout).toContain('right arguments 0 of 2');
  expect(stderr).toMatch(
    /3 requests in \S+ s; 93 tokens of input \(0 % from the cache of the service\), 36 of output; at most 0\.0002 in the currency/,
  );
  const again = JSON.parse(model(root, 'get_time', '--format', 'json').stdout) as { run: { usage: object } };
  expect(again.run.usage).toMatchObject({ requests: 0, reused: 3, input: 0, output: 0, cached: 0, cost: 0 });
  expect(model(root, 'get_time').stderr).toContain('No request was sent; 3 answers known from earlier runs.');
});

test('further members are sent, and none that is a part of each request', async () => {
  await runner.become('llama-server');
  const root = clockProject({}, config(', extra: { messages: [] }'));
  expect(model(root)).toMatchObject({ code: 2, stderr: expect.stringContaining('has "messages", which is already') });
  for (const member of ['stream: true', 'n: 3', 'temperature: 1', 'max_completion_tokens: 9', 'tool_choice: none'])
    expect(model(clockProject({}, config(`, extra: { ${member} }`)))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`has "${member.split(':', 1)[0]}", which`),
    });
  const other = clockProject({}, config(', extra: { stream: false }'));
  expect(model(other, 'get_time')).toMatchObject({ code: 0 });
  await runner.settle();
  expect(JSON.parse(String(runner.requests.at(-1)?.body))).toMatchObject({ stream: false });
});

test('every seed is asked once, and a key goes to its own endpoint only', async () => {
  await runner.become('llama-server');
  process.env['CLOCK_KEY'] = KEY;
  const root = clockProject({}, config(', key_env: CLOCK_KEY, seeds: [1]'));
  const seedsAfter = async (...args: readonly string[]): Promise<unknown[]> => {
    const before = runner.requests.length;
    model(root, 'get_weather', ...args);
    await runner.settle();
    return runner.requests.slice(before).map(({ body }) => (JSON.parse(String(body)) as { seed: number }).seed);
  };
  expect(await seedsAfter()).toEqual([1, 1]);
  expect(await seedsAfter('--seeds', '1,2')).toEqual([2, 2]);
  expect(await seedsAfter('--seeds', '2')).toEqual([]);
  const keyed = runner.requests.at(-1);
  expect(JSON.stringify(keyed)).toContain(KEY);
  const before = runner.requests.length;
  model(root, '--endpoint', `${runner.url}/v1`, '--no-cache');
  delete process.env['CLOCK_KEY'];
  await runner.settle();
  expect(runner.requests.length).toBeGreaterThan(before);
  expect(JSON.stringify(runner.requests.slice(before))).not.toContain(KEY);
});

test.each([
  [['--tier', 'model', '--trials', '5', '--seeds', '1,2'], '--trials and --seeds cannot be combined'],
  [['--trials', '5'], 'The flag --trials has no effect in the offline tier'],
  [['--seeds', '1'], 'The flag --seeds has no effect in the offline tier'],
  [['--tier', 'offline', '--model', 'local'], 'The flag --model has no effect in the offline tier'],
])('%j is refused, as a flag would have no effect', (flags, message) => {
  expect(run(clockProject({}, config()), ...flags)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
});

test('a dry run has the requests of a journey in its cost', () => {
  const via = 'via: [{ call: get_weather, result: { text: "" } }]';
  const costOf = (more: string): number => {
    const cases = `\n      - { query: what time is it in the rain${more} }`;
    const root = clockProject({ cases }, config(', price: { input: 0, output: 1000 }, max_tokens: 1000'));
    return Number(/at most (\S+) in the currency/.exec(model(root, 'get_time', '--dry-run').stdout)?.[1]);
  };
  // One more request, with an output of 1,000 tokens.
  expect(costOf(`, ${via}`) - costOf('')).toBe(1);
});

test('--only flaky and stale run what the records say so of', async () => {
  await runner.become('llama-server');
  const root = clockProject({}, '');
  const asked = (...args: readonly string[]): Ran =>
    run(root, '--endpoint', `${runner.url}/v1`, '--model', MODELS.small, ...args);
  const record = (passed: number): object => ({
    results: [
      {
        server: 'clock',
        model: MODELS.small,
        date: '2026-11-20',
        cases: [
          { query: 'what time is it in Oslo', passed, n: 5 },
          { query: 'what time do they have in Lima', passed: 5, n: 5 },
          { query: 'will it rain in Oslo', passed: 5, n: 5 },
          { query: 'sing me a song', passed: 5, n: 5 },
        ],
      },
    ],
  });
  writeFileSync(join(root, 'results.json'), JSON.stringify(record(4)));
  expect(run(root, '--from', 'results.json')).toMatchObject({
    code: 0,
    stdout: `server/clock with ${MODELS.small}: 24 of 25 passed; reported, not run.\n1 result recorded in haft.evals.json; commit the file.\n`,
  });
  expect(asked('--only', 'flaky').stdout).toContain('server clock: 1 case;');
  // The record of the server is valid; the skill has none.
  expect(asked('--only', 'stale').stdout).not.toContain('server clock');
  expect(asked('--only', 'stale').stdout).toContain('skill pack-suitcase: 2 cases');
  writeFileSync(join(root, 'results.json'), JSON.stringify(record(0)));
  expect(haft(root, 'evals', 'record', 'results.json', '--today', '2026-11-20').stdout).toContain(
    'failed: 20 of 25 passed',
  );
  expect(asked('--only', 'flaky').stdout).not.toContain('server clock');
  expect(asked('--only', 'stale').stdout).toContain('server clock: 5 cases');
});

test.skipIf(ON_WINDOWS)('Ctrl+C in the middle keeps what was answered', async () => {
  await runner.become('llama-server');
  const root = clockProject({}, config());
  expect(model(root, 'get_weather')).toMatchObject({ code: expect.any(Number) });
  const kept = cached(root);
  await runner.become('llama-server', 'slow');
  const before = runner.requests.length;
  const child = spawn(process.execPath, [BIN, 'eval', '--tier', 'model'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await runner.until('requests', before + 1);
  child.kill('SIGINT');
  expect(await ended).toBe(2);
  expect(stderr).toMatch(
    /Interrupted after \d of 7 questions; their answers are kept\.\n {2}hint: Run the command again to continue\./,
  );
  expect(cached(root)).toBe(kept);
  await runner.become('llama-server');
  expect(model(root).stdout).toContain('server clock: 5 cases');
});
