/** `haft eval verify`: a sample of the recorded cases is asked again, and a forged record is found. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { atLeast } from '../../compiler/features/evals/figures/statistics.ts';
import { MODELS } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';
import { CLOCK, cityTool } from '../support/eval-project.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { runs } from '../support/runs.ts';

const runner = await startModelRunner('llama-server');
afterAll(() => runner.stop());

const CASES = Array.from({ length: 12 }, (_, index) => `what time is it in town ${index}`);
const SPEC = `${CLOCK}${cityTool('get_time', 'Reads the clock of a city.', 'the user wants to know how late it is', CASES)}\n`;
const CONFIG = `evals: { models: { local: { model: "${MODELS.small}", endpoint: "${runner.url}/v1" } }, limits: { lanes: 1 } }\n`;
const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, 'eval', ...args, '--today', '2026-11-20');

async function recorded(): Promise<string> {
  await runner.become('llama-server');
  const root = temporaryFolder({ 'specs/clock.yaml': SPEC, 'haft.yaml': CONFIG });
  expect(run(root, '--tier', 'model', '--record')).toMatchObject({ code: 0 });
  return root;
}

async function sentBy(work: () => Ran): Promise<{ readonly ran: Ran; readonly sent: readonly string[] }> {
  await runner.settle();
  const before = runner.requests.length;
  const ran = work();
  await runner.settle();
  return { ran, sent: runner.requests.slice(before).map(({ body }) => String(body)) };
}

test('an honest record holds, and a seed draws the same cases', async () => {
  const root = await recorded();
  const [one, same, other] = [
    await sentBy(() => run(root, 'verify', '--sample', '6@a')),
    await sentBy(() => run(root, 'verify', '--sample', '6@a')),
    await sentBy(() => run(root, 'verify', '--sample', '6@b')),
  ];
  expect(one.ran).toMatchObject({ code: 0, stdout: expect.stringContaining('6 of 6 are right again.') });
  expect(one.ran.stdout).toContain('sample 6@a of 13 cases that are recorded as right');
  // None of them from the answers that are kept.
  expect(one.sent).toHaveLength(6);
  expect(same.sent).toEqual(one.sent);
  expect(other.sent).not.toEqual(one.sent);
});

test('a forged record is found, and one that was reported does not count for a model of haft.yaml', async () => {
  const root = await recorded();
  const path = join(root, 'haft.evals.json');
  const good = readFileSync(path, 'utf8');
  await runner.become('llama-server', 'wrong-tool');
  const { ran, sent } = await sentBy(() => run(root, 'verify', '--sample', '5@a'));
  expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining('Failed: ') });
  expect(ran.stdout).toContain('is wrong now, and was wrong again.');
  // A lost case is asked again before it counts.
  expect(sent.length).toBeGreaterThan(5);

  const results = { server: 'clock', model: MODELS.small, date: '2026-11-20' };
  const cases = [...CASES, 'sing me a song'].map((query) => ({ query, passed: true }));
  writeFileSync(join(root, 'results.json'), JSON.stringify({ results: [{ ...results, cases }] }));
  rmSync(path);
  expect(run(root, '--from', 'results.json').stdout).toContain('13 of 13 passed; reported, not run.');
  expect(haft(root, 'release', '--today', '2026-11-20')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('are reported, not run: haft.yaml names this model'),
  });
  writeFileSync(path, good);
  expect(haft(root, 'release', '--today', '2026-11-20')).toMatchObject({ code: 0 });
});

test.each<[string, readonly string[], RegExp]>([
  ['no number', ['verify', '--sample', 'all'], /must be a number of cases/],
  ['no sample', ['verify'], /belong together/],
  ['no verify', ['--sample', '3'], /belong together/],
  ['nothing recorded', ['verify', '--sample', '3'], /No case is recorded for/],
  ['the offline tier', ['verify', '--sample', '3', '--tier', 'offline'], /nothing to verify/],
  ['another result', ['verify', '--sample', '3', '--record'], /--record cannot be combined/],
  ['a format', ['verify', '--sample', '3', '--format', 'json'], /--format cannot be combined/],
  ['results of another runner', ['--from', 'results.json', '--record'], /--record has no meaning with --from/],
  ['some names of a file', ['get_time', '--from', 'results.json'], /takes no names.*Remove "get_time"/s],
])('%s ends with 2', (_what, args, message) => {
  const root = temporaryFolder({ 'specs/clock.yaml': SPEC, 'haft.yaml': CONFIG });
  expect(run(root, ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});

test('the chance of so many losses falls with each further one, and is that of counting', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0.001, max: 0.5, noNaN: true }), (count, chance) => {
      const tails = Array.from({ length: count + 2 }, (_, hits) => atLeast(hits, count, chance));
      expect(tails[0]).toBeCloseTo(1, 9);
      expect(tails[1]).toBeCloseTo(1 - (1 - chance) ** count, 9);
      expect(tails[count]).toBeCloseTo(chance ** count, 9);
      expect(tails.at(-1)).toBe(0);
      expect(tails.every((tail, hits) => hits === 0 || tail <= (tails[hits - 1] ?? 0) + 1e-12)).toBe(true);
    }),
    { numRuns: runs(10_000) },
  );
});
