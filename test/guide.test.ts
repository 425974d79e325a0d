/** docs/change-a-tool.md is what really happens, step by step. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TARGET, guidePage } from '../scripts/guide.ts';
import { haft } from './support/haft.ts';

test('the guide replays byte for byte ("npm run docs" prints it)', () => {
  expect(guidePage(haft)).toBe(readFileSync(TARGET, 'utf8'));
});
