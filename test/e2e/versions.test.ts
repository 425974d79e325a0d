/** Versions, as authors meet them: every row of EXT §9 from an edit of the YAML to the line and to the report. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHANGES } from '../../compiler/versions/changes/index.ts';
import { POLICY } from '../../compiler/versions/policy/index.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { evalResults } from '../support/eval-results.ts';
import { haft } from '../support/haft.ts';
import { SPEC, TEXT, TOOL, deprecated, edited, successor } from '../support/released.ts';
import { COMMAND, toolItem } from '../support/specs.ts';

interface Reported {
  readonly kind: string;
  readonly subject: string;
  readonly violations: readonly { readonly rule: string }[];
}

describe('EXT §9', () => {
  test.each<[string, (text: string) => string, string, RegExp]>([
    [
      'rule 1: a new parameter without a default',
      (text) => text.replace('zone: {', 'place: { type: string, description: Name of a town. }, zone: {'),
      'version/parameter-default',
      /"place" has no default/,
    ],
    [
      'rule 1: a new required parameter',
      (text) =>
        text
          .replace('zone: {', 'place: { type: string, description: Name of a town. }, zone: {')
          .replace(
            COMMAND.replace('[date]', '[date, "{zone}"]'),
            `required: [place]\n    ${COMMAND.replace('[date]', '[date, "{zone}"]')}`,
          ),
      'version/parameter-default',
      /"place" is required/,
    ],
    [
      'rule 2: tightened in place',
      (text) => text.replace('maxLength: 40', 'maxLength: 4'),
      'version/breaking-in-place',
      /Breaking change to parameter "zone" of tool "get_time" \(param\/bounds-tightened\)/,
    ],
    [
      'rule 2: removed without a word',
      (text) => text.replace(toolItem('list_trains', COMMAND), ''),
      'version/removed-without-deprecation',
      /"list_trains" was removed without a deprecation/,
    ],
    [
      'rule 2: a successor out of sequence',
      (text) =>
        successor(
          'maxLength: 40',
          'maxLength: 4',
          deprecated('2027-03-01'),
        )(text).replaceAll('get_time_v2', 'get_time_v3'),
      'version/successor',
      /replaces "get_time", so its name must be "get_time_v2"/,
    ],
    [
      'rule 2: a successor without its mark',
      successor('maxLength: 40', 'maxLength: 4', 'open_world: false'),
      'version/successor',
      /not marked deprecated/,
    ],
    [
      'rule 2: too short a period',
      successor('maxLength: 40', 'maxLength: 4', deprecated('2026-12-01')),
      'version/deprecation-complete',
      /before the end of the 90-day deprecation period/,
    ],
    [
      'rule 2: a successor that is not there',
      (text) => text.replace(TOOL, `${TOOL.trimEnd()}\n    ${deprecated('2027-03-01', 'get_hour')}\n`),
      'version/deprecation-complete',
      /"get_hour", which does not exist/,
    ],
  ])('%s', (_name, edit, code, words) => {
    const folder = edited(edit);
    const { stdout } = haft(folder, 'check', '--today', '2026-11-21');
    expect(stdout).toMatch(new RegExp(`specs/clock\\.yaml:\\d+:\\d+ error ${code}\\n`));
    expect(stdout).toMatch(words);
    const report = JSON.parse(haft(folder, 'diff', '--format', 'json', '--today', '2026-11-21').stdout);
    const judged = report.changes.filter(
      ({ kind, violations }: Reported) => kind === code || violations.some(({ rule }) => rule === code),
    );
    expect(judged).toContainEqual(expect.objectContaining({ file: SPEC, line: expect.any(Number) }));
    const subjects = judged.map(({ subject }: Reported) => subject);
    expect(subjects).toEqual([...new Set(subjects)]);
    expect(haft(folder, 'diff', '--fail-on', 'policy', '--today', '2026-11-21').code).toBe(1);
    expect(haft(folder, 'release', '--today', '2026-11-21').code).toBe(1);
  });

  test('rule 2: removed before its day, and on it', () => {
    const edit = successor('maxLength: 40', 'maxLength: 4', deprecated('2027-03-01'));
    const folder = edited((text) => edit(text).replace('version: 1.0.0', 'version: 1.1.0'));
    expect(haft(folder, 'release', '--today', '2026-11-21')).toMatchObject({ code: 0 });
    writeFiles(folder, {
      [SPEC]: readFileSync(join(folder, SPEC), 'utf8').replace(
        `${TOOL.trimEnd()}\n    ${deprecated('2027-03-01')}\n`,
        '',
      ),
    });
    expect(haft(folder, 'check', '--today', '2027-02-01').stdout).toMatch(
      /error version\/removed-too-early\n[^]*28 days left/,
    );
    expect(haft(folder, 'check', '--today', '2027-03-01')).toMatchObject({ code: 0, stderr: '' });
  });

  test('rule 3: one sign in a description makes the evals of the whole choice stale, until results are recorded', () => {
    const edit = (text: string): string =>
      text.replace('of the computer.', 'of the computer!').replace('version: 1.0.0', 'version: 1.1.0');
    const folder = edited(edit, '2026-11-20', '# Nothing is set.\n');
    const today = ['--today', '2026-11-21'];
    const before = JSON.parse(haft(folder, 'diff', '--format', 'json', ...today).stdout);
    expect(before.staleEvals).toMatchObject([{ server: 'clock', tools: ['get_time', 'list_trains'], cases: 10 }]);
    expect(haft(folder, 'diff', '--fail-on', 'stale', ...today).code).toBe(1);
    const refused = haft(folder, 'release', ...today);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /clock\.yaml:2:7 error version\/evals-stale\n {2}The evals of server "clock" must be run\. No results are recorded\.\n/,
    );
    const record = (passed: boolean): void => {
      const results = evalResults(edit(TEXT), () => passed);
      writeFiles(folder, { 'results.json': JSON.stringify(results) });
      expect(haft(folder, 'evals', 'record', 'results.json', ...today)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('1 result recorded'),
      });
    };
    record(false);
    expect(haft(folder, 'release', ...today).stderr).toContain('failed: 0 of 10 passed, and the pass mark is 90 %.');
    record(true);
    expect(haft(folder, 'diff', '--fail-on', 'stale', ...today).code).toBe(0);
    expect(haft(folder, 'release', ...today, '--same-meaning', 'One sign.')).toMatchObject({ code: 0, stderr: '' });
    // A release does not forget: what was tested once has to stay tested.
    writeFiles(folder, { [SPEC]: edit(TEXT).replace('show me trains', 'show me all trains') });
    expect(haft(folder, 'diff', '--fail-on', 'stale', ...today).code).toBe(1);
  });

  test('stale evals can be acknowledged with a date and a reason', () => {
    const folder = edited(
      (text) =>
        text
          .replace('of the computer.', 'of the computer!')
          .replace(
            'name: clock\nversion: 1.0.0',
            '# haft-ignore version/evals-stale until 2026-12-01: no model this week\nname: clock\nversion: 1.1.0',
          ),
      '2026-11-20',
      '# Nothing is set.\n',
    );
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    expect(haft(folder, 'diff', '--fail-on', 'stale', '--today', '2026-11-21').code).toBe(0);
    expect(haft(folder, 'release', '--today', '2026-12-02').stderr).toMatch(
      /suppression\/expired[^]*version\/evals-stale/,
    );
    expect(haft(folder, 'release', '--today', '2026-11-21', '--same-meaning', 'One sign.')).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  test('rule 2: a changed text is released once its author decided that it means the same', () => {
    const folder = edited((text) => text.replace('Case-sensitive', 'Case-insensitive'));
    const today = ['--today', '2026-11-21'];
    expect(haft(folder, 'check', ...today)).toMatchObject({ code: 0, stderr: '' });
    expect(haft(folder, 'diff', '--fail-on', 'undecided', ...today).code).toBe(1);
    const { code, stderr } = haft(folder, 'release', '--raise', ...today);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/error version\/meaning-undecided[^]*Case-insensitive/),
    });
  });
});

describe('rules: in haft.yaml', () => {
  const edit = (text: string): string =>
    text.replace('zone: {', 'place: { type: string, description: Name of a town. }, zone: {');

  test('set the severity of a rule of versions', () => {
    const folder = edited(edit);
    const found = (severity: string): [number | null, string] => {
      writeFiles(folder, { 'haft.yaml': `rules: { version/parameter-default: ${severity} }\n` });
      const { code, stdout } = haft(folder, 'check', '--today', '2026-11-21');
      return [code, /\w+ version\/parameter-default/.exec(stdout)?.[0] ?? ''];
    };
    expect(found('error')).toEqual([1, 'error version/parameter-default']);
    expect(found('warning')).toEqual([0, 'warning version/parameter-default']);
    const [headline, says] = haft(folder, 'diff', '--today', '2026-11-21').stdout.split('\n').slice(1);
    expect(headline).toContain('No breaking changes');
    expect(says).toContain('1 versioning warning');
    expect(haft(folder, 'diff', '--fail-on', 'policy', '--today', '2026-11-21').code).toBe(0);
    expect(found('off')).toEqual([0, '']);
  });

  test.each([
    ['nonsense/rule', /haft\.yaml:1:10 error spec\/unknown-rule\n {2}Unknown rule "nonsense\/rule"\./],
    ['version/evals-stail', /hint: Did you mean "version\/evals-stale"\?/],
    ['version/breaking-in-place', /error spec\/locked-rule[^]*cannot be changed, because callers rely on it/],
    ['tool/behaviour', /cannot be changed, because the compiler relies on it/],
  ])('%s is an error', (id, words) => {
    const folder = temporaryFolder({ [SPEC]: TEXT, 'haft.yaml': `rules: { ${id}: off }\n` });
    expect(haft(folder, 'check')).toMatchObject({ code: 1, stdout: expect.stringMatching(words) });
  });
});

test('every kind of change and every rule of policy is listed and explained', () => {
  const folder = temporaryFolder();
  const listed = haft(folder, 'changes').stdout;
  for (const { id } of [...CHANGES, ...POLICY]) expect(listed).toContain(id);
  for (const id of [CHANGES[0]?.id ?? '', POLICY[0]?.id ?? ''])
    expect(haft(folder, 'explain', id)).toMatchObject({ code: 0, stdout: expect.stringContaining(`# ${id}\n`) });
});
