/** A changed text of a released tool, by the command line: refused, decided, released, and not asked about again. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { approvalsText } from '../../compiler/versions/approvals.ts';
import { writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { SPEC, TEXT, edited } from '../support/released.ts';
import { IS_WHOLE } from '../support/runs.ts';

const git = (cwd: string, ...args: readonly string[]): void => {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...author, ...args], { cwd, stdio: 'pipe' });
};

const FILE = 'haft.decisions.json';
const DAY = ['--today', '2026-11-21'];
const SAME = ['--same-meaning', 'Only the wording.'];

const raised = (text: string): string => text.replace('version: 1.0.0', 'version: 1.1.0');
const timeEdited = (text: string): string => raised(text).replace('Tells the exact time', 'Guesses the exact time');
const trainsEdited = (text: string): string =>
  raised(text).replace('wants to travel by rail', 'wants to travel by road');
const read = (folder: string): string => readFileSync(join(folder, FILE), 'utf8');

describe('a changed text of a released tool', () => {
  test('is refused by release alone, decided once, and released', () => {
    const folder = edited(timeEdited);
    for (const command of ['check', 'compile'])
      expect(haft(folder, command, ...DAY)).toMatchObject({ code: 0, stderr: '' });
    const refused = haft(folder, 'release', ...DAY);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^specs\/clock\.yaml:7:20 error version\/meaning-undecided\n {2}The text of description part "does" of tool "get_time" changed from "Tells the exact time of the computer\." to "Guesses the exact time of the computer\."\. It is not decided whether the meaning is the same[^]*hint: If the meaning is the same, run `haft release --same-meaning "<reason>" --tool get_time`\. If it changed, run `haft bump get_time`\.\n/,
    );
    expect(haft(folder, 'release', ...DAY, ...SAME)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^Same meaning: 1 changed text recorded in haft\.decisions\.json; commit the file\.\n {2}get_time: description\.does\n1 server/,
      ),
    });
    const decided = read(folder);
    for (const more of [[], SAME])
      expect(haft(folder, 'release', ...DAY, ...more)).toMatchObject({ code: 0, stderr: '' });
    expect(read(folder)).toBe(decided);
    expect(JSON.parse(decided)).toMatchObject({
      decisionsVersion: 1,
      decisions: [
        {
          server: 'clock',
          tool: 'get_time',
          path: ['description', 'does'],
          reason: 'Only the wording.',
          date: '2026-11-21',
        },
      ],
    });
  });

  test('is decided for one tool, on a branch, without a release', () => {
    const folder = edited((text) => trainsEdited(timeEdited(text)));
    const contract = readFileSync(join(folder, 'haft.contract.json'), 'utf8');
    const decide = (tool: string): unknown =>
      haft(folder, 'release', ...DAY, ...SAME, '--decide-only', '--tool', tool).code;
    expect(haft(folder, 'diff', '--fail-on', 'undecided', ...DAY).code).toBe(1);
    expect(decide('get_time')).toBe(0);
    expect(haft(folder, 'diff', '--fail-on', 'undecided', ...DAY).code).toBe(1);
    expect(haft(folder, 'release', ...DAY).stderr).toContain('haft bump list_trains');
    expect(haft(folder, 'release', ...DAY).stderr).not.toContain('haft bump get_time');
    expect(decide('get_time')).toBe(2);
    expect(decide('list_trains')).toBe(0);
    expect(haft(folder, 'diff', '--fail-on', 'undecided', ...DAY).code).toBe(0);
    expect(readFileSync(join(folder, 'haft.contract.json'), 'utf8')).toBe(contract);
    expect(haft(folder, 'release', ...DAY)).toMatchObject({ code: 0, stderr: '' });
  });

  test('is in each report of changes, with the reason', () => {
    const folder = edited((text) => trainsEdited(timeEdited(text)));
    haft(folder, 'release', ...DAY, ...SAME, '--decide-only', '--tool', 'get_time');
    for (const format of ['text', 'markdown', 'html', 'json']) {
      const { stdout } = haft(folder, 'diff', '--format', format, ...DAY);
      expect(stdout, format).toContain('Only the wording.');
      expect(stdout, format).toMatch(/undecided|"decided": null/i);
    }
  });

  test('needs no decision where a successor has it', () => {
    const folder = edited(timeEdited);
    expect(haft(folder, 'bump', 'get_time', ...DAY).code).toBe(0);
    expect(haft(folder, 'release', ...DAY).stderr).not.toContain('meaning-undecided');
  });

  test('cannot be suppressed by a comment, which would hold for later edits as well', () => {
    const folder = edited((text) =>
      timeEdited(text).replace(
        '  - name: get_time',
        '  # haft-ignore version/meaning-undecided until 2027-01-01: later\n  - name: get_time',
      ),
    );
    expect(haft(folder, 'release', ...DAY).stderr).toMatch(
      /suppression\/locked[^]*cannot be suppressed by a comment[^]*error version\/meaning-undecided/,
    );
  });

  test.each([
    [['--same-meaning', ' '], /--same-meaning needs a value\.\n {2}hint: Write --same-meaning <reason>\./],
    [['--tool', 'get_time'], /--tool has no meaning without --same-meaning\./],
    [['--decide-only'], /--decide-only has no meaning without --same-meaning\./],
    [[...SAME, '--tool', 'get_tim'], /Unknown tool "get_tim"\.\n {2}hint: Did you mean "get_time"\?/],
    [
      [...SAME, '--tool', 'list_trains'],
      /Tool "list_trains" has no text that is undecided\.\n {2}hint: Tools that have one: get_time\./,
    ],
  ])('%j records nothing', (flags, says) => {
    const folder = edited(timeEdited);
    expect(haft(folder, 'release', ...DAY, ...flags)).toMatchObject({ code: 2, stderr: expect.stringMatching(says) });
    expect(() => read(folder)).toThrow('ENOENT');
  });
});

describe('the file of decisions', () => {
  test.each([
    ['{', /is not valid JSON/],
    ['[]', /it is not a map/],
    ['{"decisionsVersion": 2, "decisions": []}', /it was written by a newer Haft[^]*hint: Update Haft/],
    ['{"decisionsVersion": 1, "decisions": [{}]}', /does not contain valid decisions: /],
    [
      '<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n',
      /has an unresolved merge conflict at line 1\.\n {2}hint: Run `haft merge`/,
    ],
  ])('%s stops every command that needs it, and stays as it is', (text, says) => {
    const folder = edited(timeEdited);
    writeFiles(folder, { [FILE]: text });
    for (const command of ['check', 'diff', 'release'])
      expect(haft(folder, command, ...DAY)).toMatchObject({ code: 2, stderr: expect.stringMatching(says) });
    expect(haft(folder, 'release', ...SAME, ...DAY).code).toBe(2);
    expect(read(folder)).toBe(text);
  });

  test('of two branches are one after `haft merge`, and nothing is asked again', () => {
    const folder = edited(timeEdited);
    writeFiles(folder, { [SPEC]: TEXT, '.gitignore': '.haft/\ngenerated/\n' });
    git(folder, 'init', '-q', '-b', 'main');
    const commit = (): void => {
      git(folder, 'add', '-A');
      git(folder, 'commit', '-q', '-m', 'One edit');
    };
    commit();
    const decideOn = (branch: string, edit: (text: string) => string): void => {
      git(folder, 'checkout', '-q', '-b', branch, 'main');
      writeFiles(folder, { [SPEC]: edit(TEXT) });
      expect(haft(folder, 'release', ...DAY, '--same-meaning', `As on ${branch}.`, '--decide-only').code).toBe(0);
      commit();
    };
    decideOn('time', timeEdited);
    decideOn('trains', trainsEdited);
    expect(() => git(folder, 'merge', '-q', 'time')).toThrow();
    expect(haft(folder, 'merge')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('has the decisions of both branches'),
    });
    expect(JSON.parse(read(folder)).decisions).toHaveLength(2);
    expect(haft(folder, 'release', ...DAY)).toMatchObject({ code: 0, stderr: '' });
    expect(haft(folder, 'diff', '--against', 'main', '--fail-on', 'undecided', ...DAY).code).toBe(0);
  });

  test.skipIf(!IS_WHOLE)(
    'and the approvals of two branches merge as well, without what one of them removed (HAFT_RUNS=1)',
    () => {
      const folder = edited(timeEdited);
      const approvals = (fingerprints: readonly string[]): string => {
        const line = { change: 'a change', by: 'Ada', until: '2027-01-31', reason: 'Agreed.' };
        return approvalsText(fingerprints.map((one) => ({ fingerprint: one.repeat(16), ...line })));
      };
      writeFiles(folder, { '.gitignore': '.haft/\ngenerated/\n', 'haft.approvals.json': approvals(['a', 'b']) });
      git(folder, 'init', '-q', '-b', 'main');
      const commit = (): void => {
        git(folder, 'add', '-A');
        git(folder, 'commit', '-q', '-m', 'One edit');
      };
      commit();
      git(folder, 'branch', 'other');
      writeFiles(folder, { 'haft.approvals.json': approvals(['a', 'b', 'c']) });
      commit();
      git(folder, 'checkout', '-q', 'other');
      writeFiles(folder, { 'haft.approvals.json': approvals(['a', 'd']) });
      commit();
      expect(() => git(folder, 'merge', '-q', 'main')).toThrow();
      expect(haft(folder, 'merge')).toMatchObject({ stdout: expect.stringContaining('has the approvals of both') });
      expect(readFileSync(join(folder, 'haft.approvals.json'), 'utf8')).toBe(approvals(['a', 'c', 'd']));
    },
  );

  test('loses what is about no current text, and is not made for nothing', () => {
    const folder = edited(timeEdited);
    haft(folder, 'release', ...DAY, ...SAME);
    writeFiles(folder, { [SPEC]: timeEdited(TEXT).replace('Guesses', 'Estimates').replace('1.1.0', '1.2.0') });
    haft(folder, 'release', ...DAY, '--same-meaning', 'A synonym.');
    expect(JSON.parse(read(folder)).decisions).toMatchObject([{ reason: 'A synonym.' }]);
    rmSync(join(folder, FILE));
    expect(haft(folder, 'release', ...DAY)).toMatchObject({ code: 0, stderr: '' });
    expect(() => read(folder)).toThrow('ENOENT');
  });
});
