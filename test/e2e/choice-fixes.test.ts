/** Names in `choices:` that a second server made ambiguous: found by a check, and repaired where the release says which tool was meant. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { TEXT } from '../support/released.ts';

const HAFT = `# Shown together.
choices:
  - name: all
    servers: [clock, tower]
    evals:
      - { query: how late is it, expect: get_time } # the clock
      - { query: when does the train leave, expect: { any_of: [get_time, list_trains] }, never: [get_time] }
`;
const TOWER = TEXT.replace('name: clock', 'name: tower').replace('list_trains', 'ring_bells');

test('the plain names become those of the released tool, in every place, and comments stay', () => {
  const files = { 'package.json': '{}', 'specs/clock.yaml': TEXT, 'haft.yaml': HAFT.replace(', tower', '') };
  const folder = temporaryFolder(files);
  expect(haft(folder, 'release', '--today', '2026-11-20').code).toBe(0);
  writeFileSync(join(folder, 'specs/tower.yaml'), TOWER);
  writeFileSync(join(folder, 'haft.yaml'), HAFT);
  const { code, stdout } = haft(folder, 'check');
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('Tool name "get_time" is ambiguous') });
  expect(haft(folder, 'check', '--fix', '--dry-run').stdout).toContain('expect: clock.get_time } # the clock');
  expect(readFileSync(join(folder, 'haft.yaml'), 'utf8')).toBe(HAFT);
  expect(haft(folder, 'check', '--fix').stdout).toContain('haft.yaml: Write "clock.get_time".');
  expect(readFileSync(join(folder, 'haft.yaml'), 'utf8')).toBe(HAFT.replaceAll('get_time', 'clock.get_time'));
  expect(haft(folder, 'check').stdout).not.toContain('eval/choice');
});

test('without a release nobody knows which one was meant: the name stays', () => {
  const folder = temporaryFolder({
    'package.json': '{}',
    'specs/clock.yaml': TEXT,
    'specs/tower.yaml': TOWER,
    'haft.yaml': HAFT,
  });
  haft(folder, 'check', '--fix');
  expect(readFileSync(join(folder, 'haft.yaml'), 'utf8')).toBe(HAFT);
});
