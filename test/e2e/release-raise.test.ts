/** `haft release --raise`: versions as high as the changes require, and every other byte of the specs as it was. */
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { SETTINGS, SPEC, TEXT, edited } from '../support/released.ts';
import { runs } from '../support/runs.ts';

const TODAY = ['--today', '2026-11-21'];
const read = (folder: string): string => readFileSync(join(folder, SPEC), 'utf8');

test('raises what is too low, says so, and releases', () => {
  const folder = edited((text) =>
    text.replace('default: UTC', 'default: CET').replace('version: 1.0.0', 'version: "1.0.0"   # ours'),
  );
  const before = read(folder);
  const refused = haft(folder, 'release', ...TODAY);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('`haft release --raise`') });
  const [, required = ''] = /Set `version: ([\d.]+)` or higher/.exec(refused.stderr) ?? [];
  const { code, stdout } = haft(folder, 'release', '--raise', ...TODAY);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `^server clock: version 1\\.0\\.0 → ${required.replaceAll('.', '\\.')} \\(specs/clock\\.yaml:3\\)\\n1 server with 2 tools`,
      ),
    ),
  ]);
  expect(read(folder)).toBe(before.replace('1.0.0', required));
  const again = treeOf(folder);
  expect(haft(folder, 'release', '--raise', ...TODAY)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('unchanged'),
  });
  expect(treeOf(folder)).toEqual(again);
});

test('raises nothing where something else stops the release', () => {
  const folder = edited((text) => text.replace('maxLength: 40', 'maxLength: 4'));
  const before = treeOf(folder);
  expect(haft(folder, 'release', '--raise', ...TODAY)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('version/breaking-in-place'),
  });
  expect(treeOf(folder)).toEqual(before);
});

test('a version that cannot be edited is named, and nothing is written', () => {
  const folder = edited((text) =>
    text
      .replace('version: 1.0.0', 'version: &v 1.0.0')
      .replace('default: UTC', 'default: CET')
      .replace('summary: Tells the time.', 'summary: Tells the time.\ntitle: *v'),
  );
  const before = treeOf(folder);
  const { code } = haft(folder, 'release', '--raise', ...TODAY);
  if (code === 0) expect(read(folder)).toMatch(/version: &v 1\.\d\.\d/);
  else expect(treeOf(folder)).toEqual(before);
});

const skill = (name: string, more = ''): string =>
  `kind: skill\nname: ${name}\ndescription: Fills.\ntext: Look.${more}\nfront_matter_source: |\n  ---\n  # ours\n  name: ${name}\n  description: Fills.\n  ---\n`;

/** Specs of skills without a version, and where it is written. */
const UNVERSIONED: Readonly<Record<string, readonly [text: string, edited: (text: string) => string, line: number]>> = {
  block: [skill('block'), (text) => `${text}version: 0.0.1\n`, 11],
  open: [skill('open').trimEnd(), (text) => `${text}\nversion: 0.0.1`, 11],
  windows: [skill('windows').replaceAll('\n', '\r\n'), (text) => `${text}version: 0.0.1\r\n`, 11],
  flow: [
    '{ kind: skill, name: flow, description: Fills., text: Look. }\n',
    (text) => text.replace(' }', ', version: 0.0.1 }'),
    1,
  ],
  two: [
    `${skill('two')}# the end\n---\n${skill('three', '\nversion: 0.0.0 # ours')}`,
    (text) => text.replace('  ---\n#', '  ---\nversion: 0.0.1\n#').replace('0.0.0', '0.0.1'),
    11,
  ],
};

test('writes the first version of each skill that has none', () => {
  const specs = Object.entries(UNVERSIONED).map(([name, [text]]) => [`specs/${name}/skill.yaml`, text] as const);
  const folder = temporaryFolder({
    'haft.yaml': `profiles: { specs: mcp }\n${SETTINGS}`,
    ...Object.fromEntries(specs),
  });
  expect(haft(folder, 'release', ...TODAY)).toMatchObject({ code: 0 });
  const now = specs.map(([path, text]) => [path, text.replaceAll('Look.', 'Look twice.')] as const);
  writeFiles(folder, Object.fromEntries(now));
  const { code, stdout } = haft(folder, 'release', '--raise', ...TODAY);
  expect([code, stdout]).toEqual([0, expect.stringContaining('6 skills recorded')]);
  for (const [name, [, editOf, line]] of Object.entries(UNVERSIONED)) {
    const path = `specs/${name}/skill.yaml`;
    const text = Object.fromEntries(now)[path] ?? '';
    expect(readFileSync(join(folder, path), 'utf8'), name).toBe(editOf(text));
    expect(stdout).toContain(`skill ${name}: version 0.0.0 → 0.0.1 (${path}:${line})`);
  }
  expect(stdout).toContain('skill three: version 0.0.0 → 0.0.1 (specs/two/skill.yaml:18)');
});

test('is for a release', () => {
  const folder = temporaryFolder({ [SPEC]: TEXT });
  expect(haft(folder, 'release', '--raise', '--decide-only', '--same-meaning', 'x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Leave one of them out.'),
  });
});

/** Edits that a release allows. */
const EDITS: readonly (readonly [string, string])[] = [
  ['default: UTC', 'default: CET'],
  ['maxLength: 40', 'maxLength: 400'],
  ['summary: Tells the time.', 'summary: Tells the hour.'],
  ['version: 1.0.0', 'version: 1.0.1'],
  ['version: 1.0.0', "version: '1.0.0'"],
  ['kind: server\n', '# ours\nkind: server\n'],
  ['version: 1.0.0', 'version: 7.0.0'],
];

test('for any allowed edits, the release passes with versions that are at most the required ones, and one line differs', () => {
  fc.assert(
    fc.property(fc.subarray([...EDITS]), (edits) => {
      const folder = edited((text) => `${edits.reduce((all, [from, to]) => all.replace(from, to), text)}# end\n`);
      const before = read(folder).split('\n');
      const { code, stdout, stderr } = haft(folder, 'release', '--raise', '--same-meaning', 'The same.', ...TODAY);
      expect(code, stderr).toBe(0);
      const after = read(folder).split('\n');
      const changed = after.filter((line, at) => line !== before[at]);
      expect(after).toHaveLength(before.length);
      expect(changed).toHaveLength(stdout.includes('→') ? 1 : 0);
      expect(haft(folder, 'release', ...TODAY)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('unchanged'),
      });
    }),
    { numRuns: runs(500) },
  );
});
