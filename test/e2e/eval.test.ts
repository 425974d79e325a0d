/** `haft eval` as a user runs it: offline, against a model, recorded, and with everything that can be wrong. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { KEY, MODELS } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';
import { temporaryFolder } from '../support/folder.ts';
import { CLOCK, cityTool } from '../support/eval-project.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';

const runner = await startModelRunner('llama-server');
afterAll(() => runner.stop());

const spec = (third: string): string => `${CLOCK}${cityTool(
  'get_time',
  'Reads the clock of a city.',
  'the user wants to know how late it is',
  ['what time is it in Oslo', 'what time do they have in Lima now', third],
)}${cityTool('get_weather', 'Reads the weather report of a city.', 'the user asks for rain or sun', ['will it rain in Oslo'])}
`;

const config = (more = ''): string =>
  `evals: { models: { local: { model: "${MODELS.small}", endpoint: "${runner.url}/v1"${more} } }, limits: { lanes: 2 } }\n`;

function project(third = 'what time is dinner in Rome', more = ''): string {
  return temporaryFolder({ 'specs/clock.yaml': spec(third), 'haft.yaml': config(more) });
}

const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, 'eval', ...args, '--today', '2026-11-20');

describe('offline', () => {
  test('reads the fields, names what it cannot judge, and sends no request', () => {
    const { code, stdout, stderr } = run(project());
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Offline tier\n  server clock: 6 cases; right 4 of 4 (100 %, interval 51–100 %), not judged 2\n',
    });
    expect(stderr).toBe('');
    expect(runner.requests).toHaveLength(0);
  });

  test('shows a lost case at its line and fails', () => {
    const { code, stderr } = run(project('is there any sun left'));
    expect(code).toBe(1);
    expect(stderr).toContain(
      'The request "is there any sun left" leads to "get_weather", but "get_time" was expected.',
    );
    expect(stderr).toContain('specs/clock.yaml:15:18 warning eval/lost');
  });

  test('runs the cases of one tool, and knows no other name', () => {
    expect(run(project(), 'get_weather').stdout).toContain('2 cases; right 1 of 1');
    expect(run(project(), 'get_wether')).toMatchObject({ code: 2, stderr: expect.stringContaining('"get_weather"') });
  });

  test('--only needs recorded results', () => {
    const { code, stderr } = run(project(), '--only', 'failed');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('haft eval --record') });
  });

  test('prints figures and cases as JSON', () => {
    const { evals } = JSON.parse(run(project(), '--format', 'json').stdout);
    expect(evals).toMatchObject([{ choice: 'server/clock', figures: { rightTool: { passed: 4, total: 4 } } }]);
    expect(evals[0].cases[0]).toMatchObject({ owner: 'get_time', trials: [{ kind: 'judged', right: true }] });
  });
});

describe('against a model', () => {
  test('shows first what it would send', async () => {
    await runner.become('llama-server');
    const sent = runner.requests.length;
    const { code, stdout } = run(project(), '--tier', 'model', '--dry-run');
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^6 requests to .*Nothing was sent\.\n$/),
    });
    await runner.settle();
    expect(runner.requests).toHaveLength(sent);
  });

  test('judges the first call, keeps answers, and records what a release needs', async () => {
    await runner.become('llama-server');
    const root = project();
    const first = run(root, '--tier', 'model', '--record');
    await runner.settle();
    const sent = runner.requests.length;
    // It never asks for the weather.
    expect(first.stdout).toContain(
      `Model ${MODELS.small}, 1 trial of each case\n  server clock: 6 cases; right 3 of 4 (75 %, interval 30–95 %), no call 1, needless calls 0 of 2`,
    );
    expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('leads to no call, but "get_weather"') });
    const recorded = JSON.parse(readFileSync(join(root, 'haft.evals.json'), 'utf8'));
    expect(recorded.records).toMatchObject([
      { choice: 'server/clock', model: MODELS.small, tier: 'model', seeds: [1], date: '2026-11-20', score: '5/6' },
    ]);
    const again = run(root, '--tier', 'model');
    await runner.settle();
    expect(again.stdout).toBe(first.stdout.replace(/Results .*\n/, ''));
    expect(runner.requests).toHaveLength(sent);
  });

  test('never prints the key', async () => {
    await runner.become('llama-server', 'needs-key');
    const root = project(undefined, ', key_env: CLOCK_KEY');
    const texts = ({ stdout, stderr }: Ran): string => stdout + stderr;
    expect(texts(run(root, '--tier', 'model'))).toContain('CLOCK_KEY');
    process.env['CLOCK_KEY'] = 'not-the-key-0123';
    const refused = run(root, '--tier', 'model');
    process.env['CLOCK_KEY'] = KEY;
    const answered = run(root, '--tier', 'model', '--record');
    delete process.env['CLOCK_KEY'];
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Check the key in CLOCK_KEY.') });
    expect(texts(refused)).not.toContain('not-the-key-0123');
    expect(answered.stdout).toContain('right 3 of 4');
    expect(texts(answered) + readFileSync(join(root, 'haft.evals.json'), 'utf8')).not.toContain(KEY);
  });

  test('never takes an error of the engine for a wrong answer', async () => {
    await runner.become('llama-server', 'cut-call');
    const { code, stdout, stderr } = run(project(), '--tier', 'model', '--record');
    expect(code).toBe(2);
    expect(stdout).toContain('right 0 of 1');
    expect(stdout).toContain('no answer 3');
    expect(stderr).toContain('was not judged: The response was cut off');
    expect(stderr).toContain('were not recorded: 3 of 6 cases have no result');
  });

  test.each([
    ['no such model', ['--model', 'big'], /Unknown model "big"[^]*Models: local/],
    ['no engine', [], /Cannot reach the engine/],
  ])('with %s ends with what to do', (_, args, message) => {
    const root = temporaryFolder({
      'specs/clock.yaml': spec('what time is dinner'),
      'haft.yaml': 'evals: { models: { local: { model: tiny, endpoint: "http://127.0.0.1:9/v1" } } }\n',
    });
    expect(run(root, '--tier', 'model', ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});
