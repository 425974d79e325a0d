/** docs/change-a-tool.md is what really happens, step by step. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TARGET, guidePage } from '../scripts/guide.ts';

// A dozen runs of the command line, each of which reads the handlers.
const PATIENCE = 180_000;

test(
  'the guide replays to the letter ("npm run docs" prints it anew)',
  () => {
    expect(guidePage()).toBe(readFileSync(TARGET, 'utf8'));
  },
  PATIENCE,
);
