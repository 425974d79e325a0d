/** `haft release`: the contract that it writes, and the version numbers that it asks for. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { edited } from '../support/released.ts';

const SAME = ['--same-meaning', 'Only the wording.'];

describe('the contract', () => {
  test('is the same file for the same specs, and a damaged one is rejected', () => {
    const folder = edited((text) => `${text}\n`);
    const path = join(folder, 'haft.contract.json');
    const first = readFileSync(path, 'utf8');
    expect(haft(folder, 'release')).toMatchObject({ code: 0, stdout: expect.stringContaining('is up to date') });
    expect(readFileSync(path, 'utf8')).toBe(first);
    const copy = temporaryFolder();
    cpSync(join(folder, 'specs'), join(copy, 'specs'), { recursive: true });
    haft(copy, 'release');
    expect(readFileSync(join(copy, 'haft.contract.json'), 'utf8')).toBe(first);
    for (const text of ['{', '[]', '{"contractVersion": 9}', '{"contractVersion": 1, "servers": [1], "skills": []}']) {
      writeFiles(folder, { 'haft.contract.json': text });
      expect(haft(folder, 'check')).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/is not a valid contract/),
      });
    }
  });

  test('one tool’s change is on one tool’s lines', () => {
    const folder = edited((text) =>
      text
        .replace('version: 1.0.0', 'version: 1.1.0')
        .replace(
          'Lists the next departures from the nearest station.',
          'Lists all departures from the nearest station.',
        ),
    );
    const before = readFileSync(join(folder, 'haft.contract.json'), 'utf8').split('\n');
    expect(haft(folder, 'release', ...SAME).code).toBe(0);
    const marked = readFileSync(join(folder, 'haft.contract.json'), 'utf8').split('\n');
    const mark = marked.findIndex((line) => /"release": "1\.1\.0 [0-9a-f]{16}"/.test(line));
    const after = marked.toSpliced(mark, 1);
    const differing = after.flatMap((line, index) => (line === before[index] ? [] : [index]));
    expect(after).toHaveLength(before.length);
    const tool = after.findIndex((line) => line.includes('"name": "list_trains"'));
    const version = after.findIndex((line) => line.includes('"version": "1.1.0"'));
    expect(differing.every((index) => index > tool || index === version)).toBe(true);
    expect(differing.length).toBeLessThan(8);
  });
});

describe('a version number', () => {
  const louder = (text: string): string => text.replace('exact time of the computer.', 'exact time of the computer!');
  const raised = (version: string): ((text: string) => string) => {
    return (text) => louder(text).replace('version: 1.0.0', `version: ${version}`);
  };

  test('that was not raised stops the release and nothing else, at its line', () => {
    const folder = edited(louder);
    for (const command of ['check', 'compile']) expect(haft(folder, command)).toMatchObject({ code: 0, stderr: '' });
    const before = readFileSync(join(folder, 'haft.contract.json'), 'utf8');
    haft(folder, 'release', ...SAME, '--decide-only');
    const { code, stderr, stdout } = haft(folder, 'release');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^specs\/clock\.yaml:3:10 error version\/not-raised\n {2}Server "clock" was released as 1\.0\.0 and its version has not changed; the changes require 1\.1\.0\.\n[^]*hint: Set `version: 1\.1\.0` or higher, or run `haft release --raise`\.\n/,
    );
    expect(readFileSync(join(folder, 'haft.contract.json'), 'utf8')).toBe(before);
  });

  test.each([
    ['1.0.1', 1],
    ['0.9.0', 1],
    ['1.1.0', 0],
    ['3.0.0', 0],
  ])('%s for a change that models see: exit code %i', (version, code) => {
    expect(haft(edited(raised(version)), 'release', ...SAME).code).toBe(code);
  });

  test('that is lower is rejected even without another change', () => {
    const folder = edited((text) => text.replace('version: 1.0.0', 'version: 0.9.9'));
    expect(haft(folder, 'release')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /was released as 1\.0\.0 and its version is now 0\.9\.9; the changes require 1\.0\.0/,
      ),
    });
  });

  test('need not rise where a dated line says why', () => {
    const folder = edited((text) =>
      louder(text).replace(
        'version: 1.0.0',
        '# haft-ignore version/not-raised until 2026-12-01: only a sign changed\nversion: 1.0.0',
      ),
    );
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    expect(haft(folder, 'release', '--today', '2026-11-21', ...SAME)).toMatchObject({ code: 0, stderr: '' });
    expect(haft(folder, 'release', '--today', '2026-12-02')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('suppression/expired'),
    });
  });

  test('of a skill is asked for as well', () => {
    const skill = (step: string): string =>
      `kind: skill\nname: tell-time\nversion: 2.3.4\ndescription: { does: Tells the time., when: the user asks how late it is, triggers: [tell the time, how late is it], not_for: [{ case: setting clocks }] }\ncontext: One clock.\nsteps: [${step}]\nnever: [Guess]\n`;
    const folder = temporaryFolder({ 'specs/skill.yaml': skill('Ask the clock.') });
    expect(haft(folder, 'release').code).toBe(0);
    writeFiles(folder, { 'specs/skill.yaml': skill('Ask the clock twice.') });
    expect(haft(folder, 'release')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/skill\.yaml:3:1 error version\/not-raised\n[^]*Set `version: 2\.4\.0`/),
    });
  });
});
