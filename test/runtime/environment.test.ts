/** Which variables count as set: hosts pass on empty texts and their own references. */
import { expect, test } from 'vitest';
import { readEnvironment } from '../../runtime/server/environment.ts';

const DECLARED = { KEY: { description: 'A key.', secret: true, optional: true } };

test.each(['', '${KEY}', '$KEY', '{env:KEY}', '${env:KEY}'])('%j is not set', (value) => {
  expect(readEnvironment(DECLARED, { KEY: value })).toEqual({});
});

test.each(['${OTHER}', '$KEY2', '${KEY}x', ' ', '${KEY:-x}', '{KEY}'])('%j is a value', (value) => {
  expect(readEnvironment(DECLARED, { KEY: value })).toEqual({ KEY: value });
});

test('what is not declared is not read', () => {
  expect(readEnvironment(DECLARED, { OTHER: 'x' })).toEqual({});
});
