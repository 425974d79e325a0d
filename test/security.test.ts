/** docs/security.md against the tree: every promise names tests that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROWS = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe.each(ROWS.map(([, promise = '', against = '', tests = '']) => [promise, against, tests] as const))(
  '%s',
  (promise, against, tests) => {
    test('is one sentence, against somebody, held by tests that exist', () => {
      expect(promise).toMatch(/^[A-Z`].*\.$/);
      expect(against).not.toBe('');
      const lost = tests.split('<br>').filter((named) => {
        const [, file = '', title = ''] = /^(test\/\S+\.test\.ts): (.+)$/.exec(named) ?? [];
        return title === '' || !names(file, title);
      });
      expect(lost).toEqual([]);
    });
  },
);

/** As it is written in the file, placeholders of a table included. */
function names(file: string, title: string): boolean {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].some(([, text = '']) => text.replaceAll("\\'", "'") === title);
}

test('there are promises', () => {
  expect(ROWS.length).toBeGreaterThan(40);
});
