/** `haft eval --against`: the same cases over the text as it was and as it is, offline and with a model. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAgentApi } from '../doubles/agent-api/start.ts';
import { MODELS } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';
import type { ModelRunner } from '../doubles/model-runner/start.ts';
import { CLOCK, FEW_CASES, cityTool } from '../support/eval-project.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';

const QUERIES = ['Oslo', 'Lima', 'Rome', 'Bern', 'Kyiv', 'Riga', 'Bonn'].map((city) => `will it rain in ${city}`);

const time = cityTool('get_time', 'Reads the clock of a city.', 'the user wants to know how late it is', [
  'what time is it in Oslo',
  'what time do they have in Lima',
]);
const timeWithRain = time.replace('Reads the clock of a city.', 'Reads the clock and whether it will rain in a city.');
const weather = cityTool(
  'get_forecast',
  'Reads the weather report of a city.',
  'the user asks whether it will rain',
  QUERIES,
);
const muteWeather = weather
  .replace('Reads the weather report of a city.', 'Reads a report.')
  .replace('the user asks whether it will rain', 'the user wants a report')
  .replace(`examples: ["${QUERIES[0]}, please"]`, 'examples: [show me the report]');

const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, 'eval', ...args, '--today', '2026-11-20');

let runner: ModelRunner;
let root: string;
beforeAll(async () => {
  runner = await startModelRunner('llama-server');
  root = mkdtempSync(join(tmpdir(), 'haft-against-'));
  mkdirSync(join(root, 'specs'));
  writeFileSync(join(root, 'haft.yaml'), `evals: { limits: { lanes: 1 } }\n${FEW_CASES}`);
  write(time + weather);
  expect(haft(root, 'release', '--today', '2026-11-20')).toMatchObject({ code: 0 });
});
afterAll(() => {
  rmSync(root, { recursive: true });
  return runner.stop();
});

const write = (text: string): void => writeFileSync(join(root, 'specs/clock.yaml'), CLOCK + text);

describe('offline', () => {
  test('sees no difference in the same text, and says what it would have seen', () => {
    write(time + weather);
    const { code, stdout } = run(root, '--against', 'contract');
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'Against the contract: no difference seen: 0 cases lost, 0 won of 9; a change that breaks 78 % of the cases would have been detected with a probability of 80 %.\n',
      ),
    });
  });

  test('fails for a worse text, and lists the lost cases', () => {
    write(timeWithRain + muteWeather);
    const { code, stdout } = run(root, '--against', 'haft.contract.json');
    expect(code).toBe(1);
    expect(stdout).toContain('Against haft.contract.json: worse: 7 cases lost, 0 won of 9 (p 0.016).');
    expect(stdout).toContain('  lost "will it rain in Oslo": get_forecast → get_time\n');
  });

  test('carries the comparison in JSON, and knows no other file', () => {
    const { against } = JSON.parse(run(root, '--against', 'contract', '--format', 'json').stdout);
    expect(against).toMatchObject({ label: 'the contract', verdict: 'worse', cases: 9, won: [], flaky: [] });
    expect(against.lost).toHaveLength(7);
    expect(against.before[0]).toMatchObject({ choice: 'server/clock', figures: { rightTool: { passed: 9 } } });
    expect(run(root, '--against', 'main')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--against <file>'),
    });
  });
});

describe('with a model that haft.yaml does not have', () => {
  const model = (...args: readonly string[]): Ran =>
    run(root, '--endpoint', `${runner.url}/v1`, '--model', MODELS.small, '--against', 'contract', ...args);

  test('asks both texts in turn, with every seed', async () => {
    write(timeWithRain + weather);
    const { stdout } = model('--trials', '2');
    await runner.settle();
    const bodies = runner.requests.map((request) => JSON.stringify(request));
    // Both tools have the same request that no tool serves: it is asked once.
    expect(bodies).toHaveLength(2 * 2 * 10);
    const isNew = bodies.map((body) => body.includes('whether it will rain in a city'));
    expect(isNew).toEqual(bodies.map((_, index) => index % 2 === 1));
    expect(stdout).toContain(`Model ${MODELS.small}, 2 trials of each case`);
    expect(stdout).toContain('Against the contract: no difference seen: 0 cases lost, 0 won of 11');
  });

  test.each([
    [['--trials', 'many'], 'The flag --trials must be a whole number from 1 to 100, got "many".'],
    [['--seeds', '1,1'], 'The flag --seeds must be different numbers'],
    [['--endpoint', 'localhost'], 'The flag --endpoint must be an http or https address, got "localhost".'],
  ])('%j ends with what to do', (args, message) => {
    expect(run(root, '--model', 'x', '--endpoint', runner.url, ...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});

describe('a loss', () => {
  const RULES = { rain: 'get_forecast', time: 'get_time' };
  const evaluated = async (seeds: readonly number[]): Promise<Ran & { readonly asked: number }> => {
    const { url, stop } = await startAgentApi(RULES, { 'Reads a report.': seeds });
    const folder = join(root, '.haft/evals');
    rmSync(folder, { recursive: true, force: true });
    write(time + muteWeather);
    const ran = run(root, '--endpoint', `${url}/v1`, '--model', 'tiny', '--against', 'contract');
    stop();
    return { ...ran, asked: readdirSync(folder).length };
  };

  test('that is not seen again with further seeds is none', async () => {
    const { code, stdout, asked } = await evaluated([1]);
    // Ten requests of both texts, then the nine that were lost, with two seeds more.
    expect(asked).toBe(2 * 10 + 2 * 9 * 2);
    expect(stdout).toContain('Against the contract: no difference seen: 0 cases lost, 0 won of 11');
    // The run itself is below the mark: it is of one seed.
    expect(code).toBe(1);
  });

  test('that is seen again is one', async () => {
    const { code, stdout, asked } = await evaluated([1, 2, 3]);
    expect(asked).toBe(2 * 10 + 2 * 9 * 2);
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Against the contract: worse: 9 cases lost, 0 won of 11 (p 0.004).'),
    });
  });
});
