/** Which files can be run, on systems with modes and on Windows, which has none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isExecutable } from '../compiler/edge/project-files/read.ts';

const never = (): Uint8Array => {
  throw new Error('was read');
};
const bytes = (text: string) => (): Uint8Array => Buffer.from(text);

test('a POSIX system says it by the mode, and the file is not read', () => {
  expect(isExecutable(0o100_755, never, 'linux')).toBe(true);
  expect(isExecutable(0o100_644, never, 'darwin')).toBe(false);
});

test.each([
  ['#!/bin/sh\necho', true],
  ['#!', true],
  ['#', false],
  ['', false],
  ['# Title\n', false],
  ['\uFEFF#!/bin/sh', false],
])('Windows gives every file the same mode; %j can be run: %j', (text, expected) => {
  expect(isExecutable(0o100_666, bytes(text), 'win32')).toBe(expected);
});

test('a generated server can be run on Windows too, so a second compile finds it as it was written', () => {
  const server = join(import.meta.dirname, '../generated/servers/reference-manager/server.mjs');
  expect(isExecutable(0o100_666, () => readFileSync(server), 'win32')).toBe(true);
});
