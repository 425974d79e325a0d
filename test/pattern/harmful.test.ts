/** No pattern holds a call up, whatever it is and whatever text it gets (EXT §4.1: Call tool has an answer). */
import { describe, expect, test } from 'vitest';
import { MAX_STEPS } from '../../runtime/language/pattern/steps.ts';
import { compilePattern } from '../../runtime/language/pattern/compile.ts';
import type { Harmful } from '../support/harmful-patterns.ts';
import { HARMFUL, attack } from '../support/harmful-patterns.ts';
import { IS_WHOLE } from '../support/runs.ts';

const LENGTH = 100_000;

test('there are at least 60 of them, and no two are the same', () => {
  expect(HARMFUL.length).toBeGreaterThanOrEqual(60);
  expect(new Set(HARMFUL.map(({ pattern }) => pattern)).size).toBe(HARMFUL.length);
});

/** What matching a text costs, and the result. */
function cost(harmful: Harmful, length: number): { readonly steps: number; readonly answer: boolean | 'undecided' } {
  const budget = { left: MAX_STEPS };
  const answer = compilePattern(harmful.pattern, budget)(attack(harmful, length));
  return { steps: MAX_STEPS - budget.left, answer };
}

const isReferring = ({ pattern }: Harmful): boolean => /\\(?:[1-9]|k<)/.test(pattern);

describe('on 100 KB', () => {
  test.each(HARMFUL.filter((harmful) => !isReferring(harmful)))('$pattern is decided ($from)', (harmful) => {
    const [half, whole] = [cost(harmful, LENGTH / 2), cost(harmful, LENGTH)];
    expect(whole.answer).toBeTypeOf('boolean');
    // The second half costs no more than the steps from character to character.
    expect(whole.steps - half.steps).toBeLessThan(LENGTH / 2);
  });

  test.each(HARMFUL.filter(isReferring))('$pattern is decided or given up ($from)', (harmful) => {
    const { steps, answer } = cost(harmful, LENGTH);
    expect(steps).toBeLessThan(MAX_STEPS + 2 * LENGTH);
    if (steps <= MAX_STEPS) expect(answer).toBeTypeOf('boolean');
    else expect(answer).toBe('undecided');
  });
});

test.each(HARMFUL)('$pattern answers as RegExp does, on a text that RegExp gets through ($from)', (harmful) => {
  const match = compilePattern(harmful.pattern);
  // What RegExp takes doubles and triples with each character.
  for (const length of [1, 8, IS_WHOLE ? 16 : 12]) {
    const text = attack(harmful, length);
    expect(match(text)).toBe(new RegExp(harmful.pattern, 'u').test(text));
  }
});
