/** `haft diff --changelog`: what is missing is added once, in the words of users, and the author's lines stay. */
import { expect, test } from 'vitest';
import { changelogText } from '../compiler/report/changes/changelog.ts';
import type { ChangeReport } from '../compiler/report/changes/report.ts';
import { EXAMPLE, NOTHING } from './support/report-example.ts';

const EXAMPLE_CHANGE = EXAMPLE.changes.find(({ axis }) => axis === 'wire');
if (!EXAMPLE_CHANGE) throw new Error('the example has no change of callers');

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

test('what is new, renamed or removed has a section as well, and nothing to list makes no file', () => {
  const change = (kind: string, name: string): ChangeReport['changes'][number] => ({
    ...EXAMPLE_CHANGE,
    kind,
    level: kind === 'skill/added' ? 'safe' : 'breaking',
    target: { skill: name, path: [] },
    subject: `skill "${name}"`,
  });
  const report: ChangeReport = {
    ...NOTHING,
    day: '2026-11-16',
    versions: [],
    after: { label: 'the specs', versions: [{ kind: 'skill', name: 'greet', version: '1.2.0' }] },
    changes: [change('skill/added', 'greet'), change('skill/removed', 'say-hello')],
  };
  const text = changelogText(report, '');
  expect(text).toContain('## greet 1.2.0 (2026-11-16)\n\n### Added\n- A skill was added.');
  expect(text).toContain('## say-hello removed (2026-11-16)\n\n');
  expect(text).toContain('- A skill was removed.');
  expect(changelogText(report, text)).toBe(text);
  expect(changelogText(NOTHING, '')).toBe('');
});

test('each change but those of evals and of policy is in a section, whatever has a version', () => {
  const text = changelogText({ ...EXAMPLE, versions: [] }, '');
  const owners = EXAMPLE.changes
    .filter(({ axis, kind }) => axis !== 'policy' && !kind.endsWith('/evals'))
    .map(({ target: { server, skill } }) => skill ?? server ?? '');
  expect(owners.length).toBeGreaterThan(1);
  for (const name of owners) expect(text).toContain(`## ${name} `);
});
