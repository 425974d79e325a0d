/** A percentage contradicts no count: only all is 100 %, and only none is 0 %. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { percent } from '../compiler/base/text/percent.ts';
import { runs } from './support/runs.ts';

test.each([
  [199 / 200, 0, 99.5],
  [1 / 1000, 0, 0.1],
  [38 / 40, 0, 95],
  [0.9999, 1, 99.99],
  [1, 0, 100],
  [0, 0, 0],
])('%d with %i digits is %d', (share, digits, shown) => {
  expect(percent(share, digits)).toBe(shown);
});

test('whatever share it is', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 2 }), (share, digits) => {
      const shown = percent(share, digits);
      expect([shown === 100, shown === 0]).toEqual([share === 1, share === 0]);
      expect(Math.abs(shown - share * 100)).toBeLessThanOrEqual(1);
    }),
    { numRuns: runs(2000) },
  );
});
