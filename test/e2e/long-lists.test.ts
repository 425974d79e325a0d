/** What is long is summed up: a list of a hundred files is enough to know what happened. */
import { expect, test } from 'vitest';
import { haftSpecs } from '../bench/compile/haft-specs.mjs';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

test('compile --check lists the first 100 files, and all with --all', () => {
  const folder = temporaryFolder(haftSpecs(260));
  const { code, stdout } = haft(folder, 'compile', '--check');
  expect(code).toBe(1);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('missing '))).toHaveLength(100);
  const [, left] = /^… and (\d+) more files: `haft compile --check --all` lists all\.$/.exec(lines.at(-2) ?? '') ?? [];
  expect(lines.at(-1)).toBe('generated/ is out of date. Run `haft compile` and commit the result.');
  const all = haft(folder, 'compile', '--check', '--all').stdout.match(/^missing /gm);
  expect(all).toHaveLength(100 + Number(left));
});
