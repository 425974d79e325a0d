/** An imported front, and a mistake in it: `haft check` finds it in the record, also after a compile that remembered its result. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const TRACKER = join(import.meta.dirname, '../doubles/tracker/server.mjs');

test('a call of a tool that the other server does not have is an error until the record has it', () => {
  const folder = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '' });
  expect(haft(folder, 'import', 'mcp', '--name', 'tracker', '--run', '--', 'node', TRACKER).code).toBe(0);
  expect(haft(folder, 'compile').code).toBe(0);
  const [path, record] = ['specs/tracker/tools.yaml', 'haft.imports.json'].map((name) => join(folder, name));
  const [spec, recorded] = [readFileSync(path ?? '', 'utf8'), readFileSync(record ?? '', 'utf8')];

  // The specs are those that were compiled; only the record is another one.
  writeFileSync(record ?? '', recorded.replaceAll('"tool":"close_issue"', '"tool":"close_one_issue"'));
  const stale = haft(folder, 'compile');
  expect(stale).toMatchObject({ code: 1, stderr: expect.stringContaining('"close_issue"') });
  writeFileSync(record ?? '', recorded);
  expect(haft(folder, 'compile').code).toBe(0);

  writeFileSync(path ?? '', spec.replace('tool: list_issues', 'tool: list_isues'));
  const wrong = haft(folder, 'check');
  expect(wrong.code).toBe(1);
  expect(wrong.stdout + wrong.stderr).toMatch(/specs\/tracker\/tools\.yaml:\d+:\d+/);
  expect(wrong.stdout + wrong.stderr).toContain('Unknown tool of upstream "tracker": "list_isues".');
});
