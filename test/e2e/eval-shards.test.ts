/** `haft eval --shard i/n` on several machines, and `haft eval merge`: the same result as that of one run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MODELS } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';
import { clockProject, clockSpec } from '../support/eval-project.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { everyNth } from '../support/runs.ts';

const runner = await startModelRunner('llama-server');
afterAll(() => runner.stop());

const config = (): string =>
  `evals: { models: { local: { model: "${MODELS.small}", endpoint: "${runner.url}/v1" } }, limits: { lanes: 1 } }\n`;
const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, 'eval', ...args, '--today', '2026-11-20');

/** Runs every part, and gives the names of their files. */
function parts(root: string, of: number, ...args: readonly string[]): string[] {
  return Array.from({ length: of }, (_, place) => {
    const file = `part-${place + 1}.json`;
    const { code, stdout } = run(root, '--shard', `${place + 1}/${of}`, '--format', 'json', ...args);
    // Whether the gate held is said of the whole.
    expect(code).toBe(0);
    writeFileSync(join(root, file), stdout);
    return file;
  });
}

test.each(everyNth(3, [1, 3, 7, 12]))('%i parts of the offline tier have the result of one run', (of) => {
  const root = clockProject({ cases: '\n      - { query: any sun or rain }' }, '');
  const whole = run(root, '--suggest', '--format', 'json');
  const merged = run(root, 'merge', ...parts(root, of), '--suggest', '--format', 'json');
  expect(merged).toEqual(whole);
  expect(whole.code).toBe(0);
});

test('with a model, texts of two versions, trials and a record', async () => {
  const root = clockProject({}, config());
  expect(haft(root, 'release', '--today', '2026-11-20')).toMatchObject({ code: 0 });
  writeFileSync(join(root, 'specs/clock.yaml'), clockSpec({ time: 'Reads the clock of any city.' }));
  const flags = ['--tier', 'model', '--trials', '2', '--against', 'contract'];
  const files = parts(root, 3, ...flags);
  await runner.settle();
  const sent = runner.requests.length;
  const merged = run(root, 'merge', ...files, ...flags, '--record');
  await runner.settle();
  expect(runner.requests).toHaveLength(sent);
  const records = readFileSync(join(root, 'haft.evals.json'), 'utf8');
  const whole = run(root, ...flags, '--no-cache', '--record');
  // What was sent differs, and is on stderr.
  expect({ ...merged, stderr: '' }).toEqual({ ...whole, stderr: '' });
  expect(readFileSync(join(root, 'haft.evals.json'), 'utf8')).toBe(records);
  expect(merged.stdout).toContain('Against the contract: no difference seen');

  const [first = '', second = '', third = ''] = files;
  const refused = (...args: readonly string[]): string => {
    const { code, stderr } = run(root, 'merge', ...args);
    expect(code).toBe(2);
    return stderr;
  };
  expect(refused(first, third, ...flags)).toContain('Missing part: 2/3.');
  expect(refused(first, second, second, third, ...flags)).toContain(
    '"part-2.json" is part 2/3, the same part as another file.',
  );
  expect(refused(first, second, third)).toContain('The parts were compared with the contract, and this run is not.');
  const against = ['--against', 'contract', '--suggest'];
  expect(refused(...files, ...against)).toContain('Each suggested edit is measured with further requests.');
  expect(refused(...files, ...against, '--tier', 'model')).toMatch(
    /with the seeds 1, 2, and the flags .* the seed 1\./,
  );
  writeFileSync(join(root, 'odd.json'), readFileSync(join(root, third), 'utf8').replace('"tier":', '"tierr":'));
  expect(refused(first, second, 'odd.json', ...flags)).toContain('"odd.json" is not a part of a run');
  writeFileSync(join(root, 'odd.json'), readFileSync(join(root, third), 'utf8').slice(0, 200));
  expect(refused(first, second, 'odd.json', ...flags)).toContain('"odd.json" is not valid JSON');
  const cut = JSON.parse(readFileSync(join(root, third), 'utf8'));
  writeFileSync(join(root, 'odd.json'), JSON.stringify({ ...cut, evals: cut.evals.slice(1) }));
  expect(refused(first, second, 'odd.json', ...flags)).toMatch(/The parts have \d of the \d cases of "s/);
  writeFileSync(join(root, 'specs/clock.yaml'), clockSpec({ time: 'Reads a clock.' }));
  expect(refused(...files, ...flags)).toContain('other descriptions or cases of "server/clock"');
});

test.each([
  [['--shard', '3/2'], 'The flag --shard must be a part such as 2/4, got "3/2".'],
  [['--shard', '0/2'], 'must be a part such as 2/4'],
  [['--shard', '1/2', '--record'], 'The flag --record needs the results of all parts, and --shard runs one.'],
  [['--shard', '1/2', '--suggest'], 'The flag --suggest needs the results of all parts'],
  [['--shard', '1/2', '--fix', 'all'], 'The flag --fix needs the results of all parts'],
])('%j ends with what to do', (args, message) => {
  expect(run(clockProject({}, ''), ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
