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
      stdout:
        "Offline tier: words only, not a model's accuracy\n  server clock: 6 cases; the words of 4 of 4 lead to the expected ones, not read 2\n",
    });
    expect(stderr).toBe('');
    expect(runner.requests).toHaveLength(0);
  });

  const OFFLINE = 'evals: { offline: true }\n';

  test('shows close rivals and requests without words, and neither passes nor fails', () => {
    const { code, stdout, stderr } = run(project('is there any sun left'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/"get_time" is \d+ % behind "get_weather" for "is there any sun left"/);
    expect(stdout).not.toMatch(/right|Failed|pass mark/);
    expect(run(project('sing a lullaby')).stdout).toContain('no word in any tool: "sing a lullaby"');
    for (const format of ['json', 'junit', 'github', 'sarif', 'gitlab', 'markdown', 'html']) {
      const { code: exit, stdout: printed } = run(project('is there any sun left'), '--format', format);
      expect({ format, exit, printed }).toMatchObject({
        exit: 0,
        printed: expect.not.stringMatching(/Failed|<failure/),
      });
    }
    const { gate, evals } = JSON.parse(run(project('is there any sun left'), '--format', 'json').stdout);
    expect(gate).toBeUndefined();
    expect(evals[0].reading.pairs).toMatchObject([{ expected: 'get_time', rival: 'get_weather' }]);
  });

  test('is a gate where the project says that it has no model', () => {
    const root = temporaryFolder({ 'specs/clock.yaml': spec('is there any sun left'), 'haft.yaml': OFFLINE });
    const { code, stdout, stderr } = run(root);
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('Failed: server clock: ') });
    expect(stderr).toContain(
      'By its words, the request "is there any sun left" leads to "get_weather", but "get_time" was expected.',
    );
    expect(stderr).toContain('specs/clock.yaml:15:18 warning eval/lost');
  });

  test('says nothing of a language that it cannot read', () => {
    const { code, stdout } = run(project('wie spät ist es denn jetzt in Rom'));
    expect(code).toBe(0);
    expect(stdout).toContain('the words of 3 of 3 lead to the expected ones, not read 3');
    expect(stdout).toContain('languages: English 5, German 1');
  });

  test('runs the cases of one tool, and knows no other name', () => {
    expect(run(project(), 'get_weather').stdout).toContain('2 cases; the words of 1 of 1 lead');
    expect(run(project(), 'get_wether')).toMatchObject({ code: 2, stderr: expect.stringContaining('"get_weather"') });
  });

  test('--only needs recorded results', () => {
    const { code, stderr } = run(project(), '--only', 'failed');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/`haft eval [^`]*--record`/) });
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
