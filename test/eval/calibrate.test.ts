/** `haft eval calibrate`: what a model called is kept, and each reading of the words says what it means for that model, and never more. */
import { array, assert, constantFrom, property, record, string } from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  calibrationOf,
  calibrationText,
  calibrationsText,
  readCalibrations,
  withCalibrations,
} from '../../compiler/features/evals/records/calibration.ts';
import { choiceRun, runOffline } from '../../compiler/features/evals/figures/suite.ts';
import { readingsOf } from '../../compiler/features/evals/figures/readings.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { choicesOf } from '../../compiler/versions/receipts/choice.ts';
import type { Choice } from '../../compiler/versions/receipts/choice.ts';
import { startAgentApi } from '../doubles/agent-api/start.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { runs } from '../support/runs.ts';

const tool = (name: string, does: string, when: string, example: string, cases: readonly string[]): string => `
  - name: ${name}
    description: { does: ${does}, when: ${when}, examples: ["${example}"] }
    effects: read
    parameters: { room: { type: string, maxLength: 40, default: kitchen, description: Name of the room. } }
    command: { argv: [printf, "%s", "{room}"], stdout: text, result: { text: "" } }
    evals:${cases.map((query) => `\n      - { query: ${query} }`).join('')}`;

const homeSpec = (does = 'Measures how damp a room is.', example = 'Is the air damp?'): string => `kind: server
name: home
version: 1.0.0
summary: Measures the air of a house.
tools:${tool('get_temperature', 'Measures how warm a room is.', 'the user asks about a room', 'How warm is the kitchen?', ['how warm is the living room', 'which room is the warmest'])}${tool('get_humidity', does, 'the user asks about moisture', example, ['how damp is the cellar', 'is there mould in the room below the roof', 'will mould grow in the kitchen'])}
`;

function choiceIn(text: string): Choice {
  const { value, diagnostics } = planSpecs([{ path: 'specs/home.yaml', text }]);
  const [choice] = value ? choicesOf(value.plan) : [];
  return choice ?? expect.fail(JSON.stringify(diagnostics));
}

const CHOICE = choiceIn(homeSpec());
const OTHER = choiceIn(homeSpec('Measures the moisture of a room.'));
const [READING = expect.fail()] = runOffline([CHOICE], []);
const [OTHER_READING = expect.fail()] = runOffline([OTHER], []);

const NAMES = ['get_temperature', 'get_humidity'];

test('whatever a model called: the file is read as it was written, its counts are those of the calls, and other texts have none', () => {
  const called = array(constantFrom('get_temperature', 'get_humidity', undefined, 'error'), {
    minLength: CHOICE.cases.length,
    maxLength: CHOICE.cases.length,
  });
  const facts = record({ model: string({ minLength: 1 }), date: constantFrom('2026-11-20', '2027-01-31') });
  assert(
    property(called, facts, (calls, of) => {
      const run = choiceRun(CHOICE, (one) => {
        const name = calls[CHOICE.cases.indexOf(one)];
        return name === 'error'
          ? [{ kind: 'error', message: 'none' }]
          : [{ kind: 'judged', right: name === one.owner, called: name }];
      });
      const kept = [calibrationOf(run, { ...of, tier: 'model' })];
      const read = readCalibrations(JSON.parse(calibrationsText(kept)));
      expect(read).toMatchObject({ calibrations: kept });

      const [calibrated] = withCalibrations(READING, kept).calibrated ?? [];
      const measured = calibrated?.measured ?? expect.fail('not measured');
      const callFor = (request: string): string | undefined =>
        calls[CHOICE.cases.findIndex((one) => one.request === request)];
      const { pairs } = readingsOf(READING);
      const asked = pairs.filter(({ cases }) => cases.some(({ one }) => callFor(one.request) !== 'error'));
      const confused = asked.filter(({ cases, rival }) => cases.some(({ one }) => callFor(one.request) === rival));
      expect([measured.close.length, measured.confused.length]).toEqual([asked.length, confused.length]);
      expect(measured.right).toBeLessThanOrEqual(measured.elsewhere);
      expect(NAMES).toEqual(expect.arrayContaining(measured.confused.map(({ rival }) => rival)));

      const [stale] = withCalibrations(OTHER_READING, kept).calibrated ?? [];
      expect(stale?.measured).toBeUndefined();
      expect(calibrationText(stale ?? expect.fail())).toContain(
        'asked with other texts; run `haft eval calibrate` again.',
      );
    }),
    { numRuns: runs(10_000) },
  );
});

test.each<[unknown, string]>([
  [[], 'it is not a map'],
  [{}, 'it has no "calibrationVersion"'],
  [{ calibrationVersion: 1 }, '"calibrations"'],
  [{ calibrationVersion: 1, calibrations: [{ choice: 'server/home' }] }, '"model"'],
  [{ calibrationVersion: 7, calibrations: [] }, 'it was written by a newer Haft'],
])('%j is no calibration', (value, problem) => {
  expect(readCalibrations(value)).toMatchObject({ problem: expect.stringContaining(problem) });
});

const { url, stop } = await startAgentApi({ mould: 'get_temperature', damp: 'get_humidity', warm: 'get_temperature' });
afterAll(() => stop());

const CONFIG = `evals: { models: { local: { model: tiny, endpoint: "${url}/v1" } } }\nrules: { tool/evals-count: off }\n`;
const SAYS =
  'With tiny (2026-11-20): of 2 close pairs it confuses 1; of 2 requests whose words do not lead to the expected tool it has 0 right.';
const DAY = ['--today', '2026-11-20'];
const project = (): string => temporaryFolder({ 'specs/home.yaml': homeSpec(), 'haft.yaml': CONFIG });

describe('after a run of a model', () => {
  test('each reading says what it means for it, also as a note, and no exit code changes', () => {
    const root = project();
    const before = haft(root, 'eval', ...DAY);
    expect(before.stdout).not.toContain('tiny');
    expect(haft(root, 'eval', 'calibrate', ...DAY)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Calls of 1 choice kept in haft.calibration.json; commit the file.'),
    });
    const after = haft(root, 'eval', ...DAY);
    expect(after.code).toBe(before.code);
    expect(after.stdout).toMatch(/"get_humidity" is .* behind "get_temperature" for .*; tiny confuses them\n/);
    expect(after.stdout).toMatch(
      /"get_temperature" is .* ahead of "get_humidity" for .*; tiny does not confuse them\n/,
    );
    expect(after.stdout).toContain(SAYS);
    expect(haft(root, 'eval', ...DAY, '--format', 'json').stdout.replaceAll(/\s/g, '')).toContain(
      '"calibrated":[{"model":"tiny","date":"2026-11-20","measured":{"close":2,"confused":[["get_humidity","get_temperature"]],"elsewhere":2,"right":0}}]',
    );
  });

  test('a note of `haft check` has it too, for the texts with which the model was asked', () => {
    const root = project();
    expect(haft(root, 'eval', 'calibrate', ...DAY).code).toBe(0);
    expect(haft(root, 'release', ...DAY).code).toBe(0);
    writeFileSync(join(root, 'specs/home.yaml'), homeSpec('Measures the air of a room.', 'Is the air fine?'));
    const { stdout, stderr } = haft(root, 'check', ...DAY);
    expect(`${stdout}${stderr}`.replaceAll(/\s+/g, ' ')).toMatch(
      /eval\/lost-by-change .* With tiny \(2026-11-20\): of 2 close pairs it confuses 1;/,
    );
  });

  test('other texts make it stale, and say so', () => {
    const root = project();
    expect(haft(root, 'eval', 'calibrate', ...DAY).code).toBe(0);
    writeFileSync(join(root, 'specs/home.yaml'), homeSpec('Measures the moisture of a room.'));
    expect(haft(root, 'eval', ...DAY).stdout).toContain(
      'With tiny (2026-11-20): it was asked with other texts; run `haft eval calibrate` again.',
    );
  });

  test('a second run changes nothing, and a broken file is named', () => {
    const root = project();
    const path = join(root, 'haft.calibration.json');
    haft(root, 'eval', 'calibrate', ...DAY);
    const first = readFileSync(path, 'utf8');
    haft(root, 'eval', 'calibrate', ...DAY);
    expect(readFileSync(path, 'utf8')).toBe(first);
    writeFileSync(path, '{"calibrationVersion": 1}');
    expect(haft(root, 'eval')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a valid calibration'),
    });
  });
});

test.each([
  [['--record'], 'The flag --record cannot be combined with `haft eval calibrate`.'],
  [['--tier', 'offline'], 'The offline tier cannot be calibrated with itself.'],
])('calibrate %j fails', (flags, reason) => {
  expect(haft(project(), 'eval', 'calibrate', ...flags)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(reason),
  });
});
