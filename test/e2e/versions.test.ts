/** Versions, as authors meet them: every row of EXT §9 from an edit of the YAML to the line and to the report. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LATER_RULES } from '../../compiler/check/check.ts';
import { CHANGES } from '../../compiler/diff/changes/index.ts';
import { POLICY } from '../../compiler/diff/policy/index.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { SPEC, TEXT, TOOL, deprecated, edited, successor } from '../support/released.ts';
import { COMMAND, toolItem } from '../support/specs.ts';

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
    const edit = successor('maxLength: 40', 'maxLength: 4', deprecated('2027-03-01'));
    const folder = edited((text) => edit(text).replace('version: 1.0.0', 'version: 1.1.0'));
    expect(haft(folder, 'release', '--today', '2026-11-21')).toMatchObject({ code: 0 });
    writeFiles(folder, {
      [SPEC]: readFileSync(join(folder, SPEC), 'utf8').replace(
        `${TOOL.trimEnd()}\n    ${deprecated('2027-03-01')}\n`,
        '',
      ),
    });
    expect(haft(folder, 'check', '--today', '2027-02-01').stderr).toMatch(
      /error version\/removed-too-early\n[^]*28 days left/,
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

  test('rule 2: another meaning under the same name is a warning, for a person to decide', () => {
    const folder = edited((text) => text.replace('Case-sensitive', 'Case-insensitive'));
    const { code, stderr } = haft(folder, 'check', '--today', '2026-11-21');
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/warning version\/meaning-changed/),
    });
    expect(stderr).toContain('opposite: case-sensitive → case-insensitive');
    expect(haft(folder, 'diff', '--fail-on', 'policy', '--today', '2026-11-21').code).toBe(0);
  });

  test('a dated acknowledgement at the line covers what only looks like another meaning', () => {
    const folder = edited((text) =>
      text
        .replace(
          '    parameters:',
          '    # haft-ignore version/meaning-changed until 2026-12-31: case never mattered\n    parameters:',
        )
        .replace('Case-sensitive', 'Case-insensitive'),
    );
    expect(haft(folder, 'check', '--today', '2026-11-21')).toMatchObject({ code: 0, stderr: '' });
    expect(haft(folder, 'check', '--today', '2027-01-01').stderr).toMatch(
      /suppression\/expired[^]*version\/meaning-changed/,
    );
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
