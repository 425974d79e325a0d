/** Intervals and comparisons against published and independently computed values. */
import { assert, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectable, mcnemar, wilson } from '../../compiler/features/evals/figures/statistics.ts';

describe('wilson', () => {
  // Newcombe 1998, table I, method 3 (score): 81/263, 15/148, 0/20, 1/29.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ])('%i of %i', (passed, total, low, high) => {
    const interval = wilson(passed, total);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test('has no value without cases', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  });

  test('holds the share, lies in 0 to 1, and mirrors', () => {
    assert(
      property(nat(500), nat(500), (a, b) => {
        const [passed, total] = [Math.min(a, b), Math.max(a, b, 1)];
        const { low, high } = wilson(passed, total);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(passed / total);
        expect(high).toBeGreaterThanOrEqual(passed / total);
        expect(wilson(total - passed, total).high).toBeCloseTo(1 - low, 10);
      }),
    );
  });
});

describe('mcnemar', () => {
  // Two-sided exact binomial: 2 · Σ C(n, i) / 2^n.
  test.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [8, 1, 0.0390625],
    [10, 3, 0.0922851563],
    [3, 10, 0.0922851563],
  ])('%i against %i', (lost, won, p) => {
    expect(mcnemar(lost, won)).toBeCloseTo(p, 9);
  });

  test('stays exact for many cases', () => {
    expect(mcnemar(600, 500)).toBeCloseTo(0.00283, 4);
  });
});

describe('detectable', () => {
  test('needs more than a few cases, and less with more of them', () => {
    expect(detectable(5, 0)).toBeUndefined();
    const [few = 1, many = 1] = [detectable(75, 0.03), detectable(500, 0.03)];
    expect(few).toBeGreaterThan(0.1);
    expect(few).toBeLessThan(0.16);
    expect(many).toBeGreaterThan(0.02);
    expect(many).toBeLessThan(0.05);
  });
});
