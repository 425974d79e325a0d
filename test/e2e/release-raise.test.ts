/** `haft release --raise`: versions as high as the changes require, and every other byte of the specs as it was. */
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { SPEC, TEXT, edited } from '../support/released.ts';
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
