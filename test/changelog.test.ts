/** `haft diff --changelog`: what is missing is added once, in the words of users, and the author's lines stay. */
import { expect, test } from 'vitest';
import { changelogText } from '../compiler/report/changes/changelog.ts';
import { EXAMPLE, NOTHING } from './support/report-example.ts';

test('a new file has a section for each server and skill that changed', () => {
  const text = changelogText(EXAMPLE, '');
  expect(text).toMatch(/^# Changelog\n\n## reference-manager 2\.0\.0 \(2026-11-16\)\n\n### Breaking\n- /);
  expect(text).toMatch(/- `search_references`, parameter "limit": A bound [^\n]* \(100 → 50\)\n/);
  expect(text).toContain('\n## literature-review 1.1.0 (2026-11-16)\n');
  expect(text).not.toContain('version/');
  expect(changelogText(EXAMPLE, text)).toBe(text);
  expect(changelogText({ ...EXAMPLE, day: '2026-12-24' }, text)).toBe(text);
});

test('the next release stands above, and lines of the author stay', () => {
  const before =
    '# What is new\r\n\r\n## Unreleased\r\n- Soon.\r\n\r\n## reference-manager 1.0.0 (2026-01-01)\r\n- First.\r\n';
  const after = changelogText(EXAMPLE, before);
  expect(after.split('\r\n').filter((line) => line.startsWith('#'))[1]).toBe('## Unreleased');
  expect(after.indexOf('## reference-manager 2.0.0')).toBeLessThan(after.indexOf('## reference-manager 1.0.0'));
  expect(after.indexOf('## Unreleased')).toBeLessThan(after.indexOf('## reference-manager 2.0.0'));
  for (const line of before.split('\r\n')) expect(after.split('\r\n')).toContain(line);
  expect(after.replaceAll('\r\n', '')).not.toContain('\n');
});

test('a later change of the same release is added to its section', () => {
  const [first, ...others] = EXAMPLE.changes;
  const text = changelogText({ ...EXAMPLE, changes: others }, '').replace('### Breaking', '### Breaking\n- Mine.');
  const more = changelogText(EXAMPLE, text);
  expect(more.split('\n').filter((line) => line === '- Mine.')).toHaveLength(1);
  expect(more.split('\n')).toHaveLength(text.split('\n').length + 1);
  expect(first?.subject).toContain('limit');
});

test('no change writes nothing', () => {
  expect(changelogText(NOTHING, '# Mine\n')).toBe('# Mine\n');
});
