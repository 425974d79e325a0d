/** Trials without an answer: counted and printed, never recorded, and no reason to pass. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startAgentApi } from '../doubles/agent-api/start.ts';
import { CLOCK, FEW_CASES, cityTool } from '../support/eval-project.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Ran, haft } from '../support/haft.ts';

/** By a word of what is asked: the seeds without an answer (after a `!`), and those with a wrong one. */
const { url, stop } = await startAgentApi(
  { wrongly: 'get_tide', time: 'get_time', tide: 'get_tide' },
  { '!hush': [1, 2, 3], '!Mostly': [2, 3], '!Rarely': [3], 'city.': [5, 8], '!city.': [6, 7], '!earlier': [1, 2, 3] },
);
afterAll(() => stop());

const model = (name: string, more = ''): string => `${name}: { model: "${name}-8b", endpoint: "${url}/v1"${more} }`;
const DAY = ['--today', '2026-11-20'];
const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, 'eval', ...args, ...DAY);
const RECORDS = 'haft.evals.json';

function spec(places: readonly string[], does = 'Reads the clock of a city.'): string {
  const cases = places.map((place) => `what time is it in ${place}`);
  return `${CLOCK}${cityTool('get_time', does, 'the user wants to know how late it is', cases)}\n`;
}

const TIDE = cityTool('get_tide', 'Reads the tides of a port.', 'the user asks for the water', ['when is high tide']);
const withTide = (places: readonly string[]): string => `${spec(places).trimEnd()}${TIDE}\n`;

function project(places: readonly string[], models = model('local', ', seeds: [1, 2, 3]'), does?: string): string {
  const config = `evals:\n  models:\n    ${models}\n${FEW_CASES}`;
  return temporaryFolder({ 'specs/clock.yaml': spec(places, does), 'haft.yaml': config });
}

const read = (root: string, name = RECORDS): string => readFileSync(join(root, name), 'utf8');

describe('of three trials', () => {
  test('with one answer, a case has none: the run fails, and nothing is recorded', () => {
    const root = project(['Oslo', 'Mostly']);
    const { code, stdout, stderr } = run(root, '--tier', 'model', '--trials', '3');
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('trials without an answer 2 of 9'),
    });
    expect(stdout).toContain('1 of 3 cases had no answer to most of their trials (2 of 9 trials had none)');
    // The step repeats the flags that were used.
    expect(stderr).toContain('Run it again: `haft eval --tier model --trials 3 --today 2026-11-20`;');
    const recorded = run(root, '--tier', 'model', '--record');
    expect(recorded).toMatchObject({ code: 2, stderr: expect.stringContaining('1 of 3 cases have no result') });
    expect(existsSync(join(root, RECORDS))).toBe(false);
  });

  test('with two answers, a case counts, and the record claims the seeds of all cases alone', () => {
    const root = project(['Oslo', 'Rarely']);
    const { code, stdout } = run(root, '--tier', 'model', '--record');
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('trials without an answer 1 of 9'),
    });
    const [record] = (JSON.parse(read(root)) as { records: object[] }).records;
    expect(record).toMatchObject({ seeds: [1, 2], score: '8/8' });
  });
});

test('a suspect of `haft eval verify` without a second answer is not right', () => {
  const root = project(['Bern', 'Oslo'], model('local'));
  expect(run(root, '--tier', 'model', '--record').code).toBe(0);
  const verified = (seed: string): Ran => run(root, 'verify', '--sample', '2@h', '--seeds', seed);
  const { code, stdout } = verified('5');
  expect(stdout).not.toContain('right again');
  // The case that expects no call is no suspect.
  expect(stdout.match(/has no answer\./g)?.length ?? 0).toBeGreaterThan(0);
  expect({ code, stdout }).toMatchObject({ code: 2, stdout: expect.stringContaining('Void: no case of the sample') });
  expect(verified('8')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 of 2 are right again.') });
});

test('without answers of the earlier text nothing is compared, and its errors are printed', () => {
  const root = project(['Bern', 'Oslo'], model('local'), 'Reads the clock of an earlier city.');
  expect(haft(root, 'release', ...DAY).code).toBe(0);
  writeFileSync(join(root, 'specs/clock.yaml'), spec(['Bern', 'Oslo']));
  const { code, stdout } = run(root, '--tier', 'model', '--against', 'contract');
  expect(stdout).toContain('void: 3 cases had no answer before or after the change; 0 of 3 could be compared.');
  expect(stdout).toContain(
    '  no answer "what time is it in Bern" Before: The response does not have the format of this interface.',
  );
  expect(code).toBe(2);
});

describe('a calibration', () => {
  test('keeps the cases that were not asked, and is not replaced by none', () => {
    const root = project(['Bern', 'Oslo'], model('local'));
    writeFileSync(join(root, 'specs/clock.yaml'), withTide(['Bern', 'Oslo']));
    expect(run(root, 'calibrate').code).toBe(0);
    const whole = read(root, 'haft.calibration.json');
    expect(run(root, 'calibrate', 'get_tide').code).toBe(0);
    expect(read(root, 'haft.calibration.json')).toBe(whole);
    expect(run(root, 'calibrate', '--seeds', '6')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('No case had an answer, so nothing was kept: The response does not have'),
    });
    expect(read(root, 'haft.calibration.json')).toBe(whole);
  });
});

describe('results count for the model that gave them', () => {
  test('two entries of one model are rejected at the second', () => {
    const root = project(['Oslo'], `${model('local')}\n    other: { model: local-8b, endpoint: "${url}/v2" }`);
    for (const args of [['check'], ['eval', '--tier', 'model', '--record'], ['release']])
      expect(haft(root, ...args, ...DAY)).toMatchObject({ code: 1 });
    const { stdout } = haft(root, 'check', ...DAY);
    expect(stdout).toMatch(/^haft\.yaml:4:21 error eval\/model$/m);
    expect(stdout).toContain('The models "local" and "other" are both "local-8b"');
  });

  test.each([['local'], ['local-8b']])(
    'those of another address are not recorded as %s, and its settings are sent',
    (name) => {
      const root = project(
        ['Oslo'],
        model('local', ', temperature: 0.5, max_tokens: 77, extra: { top_k: 3 }').replace('/v1', '/v9'),
      );
      const asked = ['--model', name, '--endpoint', `${url}/v1`];
      expect(run(root, ...asked, '--record')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`Results of ${url}/v1 are not recorded as those of "local-8b"`),
      });
      expect(existsSync(join(root, RECORDS))).toBe(false);
      expect(existsSync(join(root, '.haft/evals'))).toBe(false);
      expect(run(root, ...asked).code).toBe(0);
      writeFileSync(join(root, 'haft.yaml'), read(root, 'haft.yaml').replace('top_k: 3', 'messages: []'));
      expect(run(root, ...asked).stderr).toContain('has "messages", which is already part of each request');
    },
  );
});

test('what Haft asked for is not replaced by what is reported, and nothing is recorded of nothing', () => {
  const root = project(['Oslo'], model('local'));
  expect(run(root, '--tier', 'model', '--record').code).toBe(0);
  const asked = read(root);
  const results = (of: string): string => {
    const cases = ['what time is it in Oslo', 'sing me a song'].map((query) => ({ query, passed: true }));
    return JSON.stringify({ results: [{ server: 'clock', model: of, date: '2026-11-19', cases }] });
  };
  writeFileSync(join(root, 'results.json'), results('local-8b'));
  expect(run(root, '--from', 'results.json')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Haft asked "local-8b" itself for server\/clock on 2026-11-20[^]*Remove the record/),
  });
  expect(read(root)).toBe(asked);
  const nothing = run(root, '--tier', 'model', '--only', 'failed', '--record');
  expect(nothing).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing is recorded as failed') });
  expect(nothing.stdout).not.toContain('recorded in');
  expect(read(root)).toBe(asked);
  // Beside it, those of another model are recorded, and replaced.
  writeFileSync(join(root, 'results.json'), results('other'));
  for (const _ of ['first', 'again']) expect(run(root, '--from', 'results.json').code).toBe(0);
});

test('a record of some cases is refused with the command that works', () => {
  const root = project(['Oslo'], model('local'));
  writeFileSync(join(root, 'specs/clock.yaml'), withTide(['Oslo', 'wrongly, in Bern']));
  expect(run(root, '--tier', 'model', '--record')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('recorded'),
  });
  const part = run(root, '--tier', 'model', '--only', 'failed', '--record');
  const [, command = ''] = /all cases of server "clock": run `haft (.*)`\./.exec(part.stderr) ?? [];
  expect({ code: part.code, command }).toEqual({
    code: 2,
    command: 'eval clock --tier model --record --today 2026-11-20',
  });
  expect(haft(root, ...command.split(' ')).stdout).toContain('Results of 1 choice recorded');
});

test('a run with many findings names what prints all of them', () => {
  const places = Array.from({ length: 12 }, (_, index) => `wrongly, in town ${index}`);
  const root = project(['Oslo'], model('local'));
  writeFileSync(join(root, 'specs/clock.yaml'), withTide(['Oslo', ...places]));
  const { stderr } = run(root, '--tier', 'model');
  const [, more = '', command = ''] = /… and (\d+) more findings?: `haft (.*)` prints all\./.exec(stderr) ?? [];
  expect(Number(more)).toBeGreaterThan(0);
  const { stdout } = haft(root, ...command.split(' '));
  for (const place of places) expect(stdout).toContain(`what time is it in ${place}`);
});
