/** Results of evals that cannot be recorded are rejected with a next step. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { clockProject, clockSpec } from '../support/eval-project.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { edited } from '../support/released.ts';

describe('records of results', () => {
  const folder = (): string => edited((text) => text.replace('computer.', 'computer!'));
  test.each([
    ['nothing', '{}', /it has no "results"/],
    ['no JSON', '{', /is not valid JSON/],
    [
      'an unknown tool',
      '{"results":[{"server":"clok","model":"m","date":"2026-11-20","cases":[]}]}',
      /does not exist in the specs/,
    ],
    [
      'no cases',
      '{"results":[{"server":"clock","model":"m","date":"2026-11-20","cases":[]}]}',
      /cannot be recorded: the result for "server\/clock" makes no record: 10 of 10 cases have no result: "how late is it", /,
    ],
  ])('%s is rejected with a next step', (_name, text, words) => {
    const project = folder();
    writeFiles(project, { 'results.json': text });
    expect(haft(project, 'evals', 'record', 'results.json', '--today', '2026-11-20')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(words),
    });
  });
});

const run = (cwd: string, ...args: readonly string[]): Ran => haft(cwd, ...args, '--today', '2026-11-20');
const results = (passed: boolean): string =>
  JSON.stringify({
    results: [
      {
        server: 'clock',
        model: 'm',
        date: '2026-11-20',
        cases: [
          'what time is it in Oslo',
          'what time do they have in Lima',
          'will it rain in Oslo',
          'sing me a song',
        ].map((query) => ({ query, passed })),
      },
    ],
  });

test('the first release asks for no results, and rejects failed ones', () => {
  const root = clockProject({}, '');
  writeFiles(root, { 'results.json': results(false) });
  expect(run(root, 'eval', '--from', 'results.json').stdout).toContain('failed: 0 of 5 passed');
  const refused = run(root, 'release');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('error version/evals-stale') });
  expect(refused.stderr).toContain('failed: 0 of 5 passed');
  writeFiles(root, { 'results.json': results(true) });
  run(root, 'eval', '--from', 'results.json');
  expect(run(root, 'release')).toMatchObject({ code: 0 });
});

test.each([
  ['harvest', 'session.jsonl'],
  ['merge', 'part-1.json part-2.json'],
])('`haft eval %s` without files asks for them, and is a server where one has that name', (word, files) => {
  const root = clockProject({}, '');
  expect(run(root, 'eval', word)).toEqual({
    code: 2,
    stdout: '',
    stderr: `haft: \`haft eval ${word}\` needs files.\n  hint: Name them: \`haft eval ${word} ${files}\`.\n`,
  });
  writeFiles(root, { 'specs/clock.yaml': clockSpec().replace('name: clock', `name: ${word}`) });
  expect(run(root, 'eval', word)).toMatchObject({ code: 0, stdout: expect.stringContaining(`server ${word}:`) });
});

test('a record that cannot be read names the command that makes it again', () => {
  const root = clockProject({}, 'evals: { offline: true }\n');
  run(root, 'eval', '--record');
  const path = join(root, 'haft.evals.json');
  const text = readFileSync(path, 'utf8');
  writeFiles(root, { 'haft.evals.json': text.replace(/"score": "(\d+)\/(\d+)"/, '"score": "$1/99"') });
  expect(run(root, 'eval')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /do not add up\.\n {2}hint: .* or delete it and record the results again: `haft eval --record`/,
    ),
  });
  rmSync(path);
  expect(run(root, 'eval', '--record').code).not.toBe(2);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('both sides of a merge in haft.evals.json: one is taken, and what is stale is run again', () => {
  const root = clockProject({}, '');
  writeFiles(root, { 'results.json': results(true) });
  run(root, 'eval', '--from', 'results.json');
  writeFiles(root, { 'haft.evals.json': '<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n' });
  for (const command of ['eval', 'release'])
    expect(run(root, command)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/at line 1\.\n {2}hint: Keep the lines of one side, and delete the others/),
    });
});

test('a run of some cases does not take the place of a record of all', () => {
  const root = clockProject({}, '');
  run(root, 'eval', '--record');
  const records = readFileSync(join(root, 'haft.evals.json'), 'utf8');
  expect(run(root, 'eval', 'get_time', '--record')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('of server "clock" were not recorded: 2 of 5 cases have no result'),
  });
  expect(readFileSync(join(root, 'haft.evals.json'), 'utf8')).toBe(records);
});

describe('nothing to judge', () => {
  test('is no success', () => {
    const bare = clockSpec().replaceAll(/^ {4}evals:\n(?: {6}- .*\n)*/gm, '');
    const empty = temporaryFolder({ 'specs/clock.yaml': bare });
    expect(run(empty, 'eval')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('has evals.') });
    const unjudged = temporaryFolder({
      'specs/clock.yaml': clockSpec()
        .replace(', arguments: { city: Oslo }', '')
        .replaceAll(/(query: (?!sing)[^}]*?) }/g, '$1, expect: none }'),
      'haft.yaml': 'evals: { offline: true }\n',
    });
    const { code, stdout } = run(unjudged, 'eval', '--format', 'junit');
    expect({ code, stdout }).toMatchObject({ code: 2, stdout: expect.stringContaining('failures="1"') });
  });

  test('with --only is said, and is a success where the records say so', () => {
    const root = clockProject({}, '');
    expect(run(root, 'eval', '--only', 'failed')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No results are recorded'),
    });
    writeFiles(root, { 'results.json': results(true) });
    run(root, 'eval', '--from', 'results.json');
    expect(run(root, 'eval', '--only', 'failed')).toMatchObject({
      code: 0,
      stderr: 'Nothing is recorded as failed: no case was run.\n',
    });
  });
});
