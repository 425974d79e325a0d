/** Versions, as authors meet them: every row of EXT §9 from an edit of the YAML to the line and to the report. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LATER_RULES } from '../../compiler/check/check.ts';
import { CHANGES } from '../../compiler/diff/changes/index.ts';
import { POLICY } from '../../compiler/diff/policy/index.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';

const SPEC = 'specs/clock.yaml';
const PARAMETERS =
  'parameters: { zone: { type: string, maxLength: 40, default: UTC, description: "Name of a time zone, such as UTC." } }';
const TOOL = toolItem('get_time', `${PARAMETERS}\n    ${COMMAND.replace('[date]', '[date, "{zone}"]')}`);
const TEXT = serverSpec('clock', 'Tells the time.', [TOOL, toolItem('list_trains', COMMAND)]);

/** A released project with one edit in it. */
function edited(edit: (text: string) => string, today = '2026-11-20'): string {
  const folder = temporaryFolder({ [SPEC]: TEXT });
  expect(haft(folder, 'release', '--today', today)).toMatchObject({ code: 0, stderr: '' });
  const text = edit(TEXT);
  expect(text).not.toBe(TEXT);
  writeFiles(folder, { [SPEC]: text });
  return folder;
}

const deprecated = (day: string, use = 'get_time_v2'): string =>
  `deprecated: { since: 2026-11-20, use: ${use}, remove_after: ${day}, reason: It was too coarse. }`;

/** The second form of the tool, with its old form beside it. */
const successor = (from: string, to: string, mark: string): ((text: string) => string) => {
  return (text) =>
    text.replace(
      TOOL,
      `${TOOL.trimEnd()}\n    ${mark}\n${TOOL.replace('get_time', 'get_time_v2').replace(from, to).trimEnd()}\n    replaces: get_time\n`,
    );
};

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
      /breaks in place/,
    ],
    [
      'rule 2: another meaning under the same name',
      (text) => text.replace('Name of a time zone, such as UTC.', 'Offset of a time zone in minutes.'),
      'version/meaning-changed',
      /unit: none → minutes/,
    ],
    [
      'rule 2: removed without a word',
      (text) => text.replace(toolItem('list_trains', COMMAND), ''),
      'version/removed-without-deprecation',
      /"list_trains" is gone/,
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
      /whose successor would be "get_time_v2"/,
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
      /before the period of 90 days is over/,
    ],
    [
      'rule 2: a successor that is not there',
      (text) => text.replace(TOOL, `${TOOL.trimEnd()}\n    ${deprecated('2027-03-01', 'get_hour')}\n`),
      'version/deprecation-complete',
      /"get_hour", which is not there/,
    ],
  ])('%s', (_name, edit, code, words) => {
    const folder = edited(edit);
    const { stderr } = haft(folder, 'check', '--today', '2026-11-21');
    expect(stderr).toMatch(new RegExp(`specs/clock\\.yaml:\\d+:\\d+ error ${code}\\n`));
    expect(stderr).toMatch(words);
    const report = JSON.parse(haft(folder, 'diff', '--format', 'json', '--today', '2026-11-21').stdout);
    expect(report.changes).toContainEqual(
      expect.objectContaining({ kind: code, axis: 'policy', file: SPEC, line: expect.any(Number) }),
    );
    expect(haft(folder, 'diff', '--fail-on', 'policy', '--today', '2026-11-21').code).toBe(1);
    expect(haft(folder, 'release', '--today', '2026-11-21').code).toBe(1);
  });

  test('rule 2: removed before its day, and on it', () => {
    const folder = edited(successor('maxLength: 40', 'maxLength: 4', deprecated('2027-03-01')));
    expect(haft(folder, 'release', '--today', '2026-11-21')).toMatchObject({ code: 0 });
    writeFiles(folder, {
      [SPEC]: readFileSync(join(folder, SPEC), 'utf8').replace(
        `${TOOL.trimEnd()}\n    ${deprecated('2027-03-01')}\n`,
        '',
      ),
    });
    expect(haft(folder, 'check', '--today', '2027-02-01').stderr).toMatch(
      /error version\/removed-too-early\n[^]*28 more days/,
    );
    expect(haft(folder, 'check', '--today', '2027-03-01')).toMatchObject({ code: 0, stderr: '' });
  });

  test('rule 3: one sign in a description makes the evals of the whole choice stale, until results are recorded', () => {
    const folder = edited((text) =>
      text.replace('Tells the exact time of the computer.', 'Tells the exact time of the computer!'),
    );
    const before = JSON.parse(haft(folder, 'diff', '--format', 'json').stdout);
    expect(before.staleEvals.map(({ tool }: { tool: string }) => tool)).toEqual(['get_time', 'list_trains']);
    expect(haft(folder, 'diff', '--fail-on', 'stale').code).toBe(1);
    const results = ['get_time', 'list_trains'].map((tool) => ({
      server: 'clock',
      tool,
      passed: 5,
      total: 5,
      model: 'any',
      date: '2026-11-21',
    }));
    writeFiles(folder, { 'results.json': JSON.stringify({ results }) });
    expect(haft(folder, 'evals', 'record', 'results.json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 results recorded'),
    });
    expect(haft(folder, 'diff', '--fail-on', 'stale').code).toBe(0);
    writeFiles(folder, {
      [SPEC]: TEXT.replace('Tells the exact time of the computer.', 'Tells the exact time of the computer?'),
    });
    expect(haft(folder, 'diff', '--fail-on', 'stale').code).toBe(1);
  });

  test('a dated acknowledgement at the line covers what only looks like another meaning', () => {
    const folder = edited((text) =>
      text
        .replace(
          '    parameters:',
          '    # haft-ignore version/meaning-changed until 2026-12-31: minutes were meant all along\n    parameters:',
        )
        .replace('Name of a time zone, such as UTC.', 'Offset of a time zone in minutes.'),
    );
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    expect(haft(folder, 'check', '--today', '2027-01-01').stderr).toMatch(
      /suppression\/expired[^]*version\/meaning-changed/,
    );
  });
});

describe('records of results', () => {
  const folder = (): string => edited((text) => text.replace('computer.', 'computer!'));
  test.each([
    ['nothing', '{}', /has no list "results"/],
    ['no JSON', '{', /is not JSON/],
    ['an unknown tool', '{"results":[{"server":"clock","tool":"get_tim"}]}', /not in the specs/],
    [
      'more passed than run',
      '{"results":[{"server":"clock","tool":"get_time","passed":9,"total":5,"model":"m","date":"2026-11-20"}]}',
      /is not complete/,
    ],
    [
      'other texts',
      '{"results":[{"server":"clock","tool":"get_time","passed":5,"total":5,"model":"m","date":"2026-11-20","hash":"0000"}]}',
      /for other texts/,
    ],
  ])('%s is refused with a next step', (_name, text, words) => {
    const project = folder();
    writeFiles(project, { 'results.json': text });
    expect(haft(project, 'evals', 'record', 'results.json')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(words),
    });
  });
});

describe('against a git ref', () => {
  const git = (cwd: string, ...args: string[]): void => {
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args],
      { cwd, stdio: 'ignore' },
    );
  };

  function repository(): string {
    const folder = temporaryFolder({ 'deep project/README': '' });
    git(folder, 'init', '-b', 'main');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-m', 'before specs');
    git(folder, 'tag', 'empty');
    writeFiles(folder, { [`deep project/${SPEC}`]: TEXT });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-m', 'one');
    writeFiles(folder, { [`deep project/${SPEC}`]: TEXT.replace('maxLength: 40', 'maxLength: 4') });
    return folder;
  }

  test('in a folder of a repository, with spaces in its path', () => {
    const project = join(repository(), 'deep project');
    const { stdout, code } = haft(project, 'diff', '--against', 'main', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).changes).toContainEqual(
      expect.objectContaining({ kind: 'param/bounds-tightened', level: 'breaking', file: SPEC }),
    );
    expect(haft(project, 'diff', '--against', 'main', '--fail-on', 'breaking').code).toBe(1);
  });

  test('a ref without specs, one that does not exist, one whose specs do not compile', () => {
    const folder = repository();
    const project = join(folder, 'deep project');
    expect(JSON.parse(haft(project, 'diff', '--against', 'empty', '--format', 'json').stdout).changes).toContainEqual(
      expect.objectContaining({ kind: 'server/added' }),
    );
    expect(haft(project, 'diff', '--against', 'no-such')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no git ref "no-such"[^]*hint/),
    });
    expect(haft(project, 'diff', '--against', '--output=x')).toMatchObject({ code: 2 });
    writeFiles(folder, { [`deep project/${SPEC}`]: 'kind: serv' });
    git(folder, 'commit', '-am', 'broken');
    writeFiles(folder, { [`deep project/${SPEC}`]: TEXT });
    expect(haft(project, 'diff', '--against', 'main')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/do not compile/),
    });
  });

  test('a shallow clone says what to do', () => {
    const origin = repository();
    git(origin, 'commit', '-am', 'two');
    const clone = temporaryFolder();
    mkdirSync(join(clone, 'c'));
    execFileSync('git', ['clone', '--depth', '1', `file://${origin}`, join(clone, 'c')], { stdio: 'ignore' });
    expect(haft(join(clone, 'c/deep project'), 'diff', '--against', 'main~1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/shallow[^]*git fetch --unshallow/),
    });
  });

  test('outside a repository, and without a contract', () => {
    const folder = temporaryFolder({ [SPEC]: TEXT });
    expect(haft(folder, 'diff')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no haft\.contract\.json[^]*haft release/),
    });
    expect(haft(folder, 'diff', '--against', 'main')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/not in a git repository/),
    });
  });
});

describe('the contract', () => {
  test('is the same file for the same specs, and a damaged one is refused', () => {
    const folder = edited((text) => `${text}\n`);
    const path = join(folder, 'haft.contract.json');
    const first = readFileSync(path, 'utf8');
    expect(haft(folder, 'release')).toMatchObject({ code: 0, stdout: expect.stringContaining('says already') });
    expect(readFileSync(path, 'utf8')).toBe(first);
    const copy = temporaryFolder();
    cpSync(join(folder, 'specs'), join(copy, 'specs'), { recursive: true });
    haft(copy, 'release');
    expect(readFileSync(join(copy, 'haft.contract.json'), 'utf8')).toBe(first);
    for (const text of ['{', '[]', '{"contractVersion": 9}', '{"contractVersion": 1, "servers": [1], "skills": []}']) {
      writeFiles(folder, { 'haft.contract.json': text });
      expect(haft(folder, 'check')).toMatchObject({ code: 2, stderr: expect.stringMatching(/is not a contract/) });
    }
  });

  test('one tool’s change is on one tool’s lines', () => {
    const folder = edited((text) =>
      text.replace(
        'Lists the next departures from the nearest station.',
        'Lists all departures from the nearest station.',
      ),
    );
    const before = readFileSync(join(folder, 'haft.contract.json'), 'utf8').split('\n');
    expect(haft(folder, 'release').code).toBe(0);
    const after = readFileSync(join(folder, 'haft.contract.json'), 'utf8').split('\n');
    const differing = after.flatMap((line, index) => (line === before[index] ? [] : [index]));
    expect(after).toHaveLength(before.length);
    const tool = after.findIndex((line) => line.includes('"name": "list_trains"'));
    expect(differing.every((index) => index > tool)).toBe(true);
    expect(differing.length).toBeLessThan(6);
  });
});

describe('bump', () => {
  test('keeps comments and layout, brings the released form back, and passes check', () => {
    const folder = edited((text) =>
      text.replace('maxLength: 40', 'maxLength: 4').replace('    effects: read', '    effects: read   # as ever'),
    );
    const { code, stdout } = haft(folder, 'bump', 'get_time', '--reason', 'Names are short.', '--today', '2026-11-21');
    expect([code, stdout]).toEqual([
      0,
      'get_time_v2 has the edit; get_time is as it was released, deprecated until 2027-02-19.\n',
    ]);
    const text = readFileSync(join(folder, SPEC), 'utf8');
    expect(text).toContain('    effects: read   # as ever\n');
    expect(text).toContain('replaces: get_time\n');
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    const { changes } = JSON.parse(haft(folder, 'diff', '--format', 'json', '--today', '2026-11-21').stdout);
    expect(changes.filter(({ level }: { level: string }) => level === 'breaking')).toEqual([]);
    expect(haft(folder, 'bump', 'get_time', '--today', '2026-11-22')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/get_time_v2" already/),
    });
  });

  test.each([
    [['bump'], /needs the name of a tool/],
    [['bump', 'get_tme'], /was never released/],
    [['bump', 'list_trains'], /is as it was released/],
  ])('%j is refused with a next step', (args, words) => {
    const folder = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
    expect(haft(folder, ...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
  });
});

test('every kind of change and every rule of policy is listed and explained', () => {
  const folder = temporaryFolder();
  const listed = haft(folder, 'changes').stdout;
  for (const { id } of [...CHANGES, ...POLICY]) expect(listed).toContain(id);
  for (const id of [CHANGES[0]?.id ?? '', POLICY[0]?.id ?? ''])
    expect(haft(folder, 'explain', id)).toMatchObject({ code: 0, stdout: expect.stringContaining(`# ${id}\n`) });
  expect([...LATER_RULES].sort()).toEqual(POLICY.map(({ id }) => id).sort());
});
