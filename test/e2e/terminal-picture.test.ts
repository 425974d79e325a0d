/** The picture at the top of the README shows what the commands in it print today. */
// In depth: a dozen commands for one picture; quick-start.test.ts runs those of the README.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TARGET, terminalPicture } from '../../scripts/terminal-picture.mjs';

const ROOT = join(import.meta.dirname, '../..');

test('the picture is what the commands print; `node scripts/terminal-picture.mjs` prints it again', () => {
  expect(readFileSync(join(ROOT, TARGET), 'utf8')).toBe(terminalPicture());
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`(${TARGET})`);
});
