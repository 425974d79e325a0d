/** Rule version/meaning-changed on real wordings: quiet on rewordings, right at least two times in three on fresh ones. */
import { describe, expect, test } from 'vitest';
import { contradictions } from '../compiler/versions/policy/meaning.ts';
import { FRESH, KNOWN } from './support/meaning-cases.ts';

describe('edits that the terms were chosen by', () => {
  test.each(KNOWN.clean)('%s → %s keeps the meaning', (before, after) => {
    expect(contradictions(before, after)).toEqual([]);
    expect(contradictions(after, before)).toEqual([]);
  });

  test.each(KNOWN.real)('%s → %s changes it', (before, after) => {
    expect(contradictions(before, after)).toHaveLength(1);
    expect(contradictions(after, before)).toHaveLength(1);
  });
});

test('on fresh edits two findings in three are right, and half of the changes are found', () => {
  const isFound = ([before, after]: readonly [string, string]): boolean => contradictions(before, after).length > 0;
  const [right, wrong] = [FRESH.real.filter(isFound), FRESH.clean.filter(isFound)];
  const precision = right.length / Math.max(1, right.length + wrong.length);
  const recall = right.length / FRESH.real.length;
  const missed = FRESH.real.filter((edit) => !isFound(edit));
  const told = JSON.stringify({ precision, recall, wrong, missed }, null, 1);
  expect(precision, told).toBeGreaterThanOrEqual(2 / 3);
  expect(recall, told).toBeGreaterThanOrEqual(0.5);
});
