/** The scores that a run or a record must reach to pass. */
import { compareText } from '../../base/diagnostic.ts';
import { percent } from '../../base/text/percent.ts';
import type { Sums } from './record.ts';

/** No tool may fail more than half of its trials, however well the others do. */
const MIN_PER_TOOL = 0.5;

/** `6 of 9 passed, and the pass mark is 90 %`; undefined where the scores hold. `mark`: the least share, from 0 to 1. */
export function shortfallOf({ passed, n, tools }: Sums, mark: number): string | undefined {
  if (passed / n < mark) return `${passed} of ${n} passed, and the pass mark is ${percent(mark, 1)} %`;
  const [worst] = Object.entries(tools)
    .filter(([, score]) => score.passed < MIN_PER_TOOL * score.n)
    .sort(([a], [b]) => compareText(a, b));
  return worst && `only ${worst[1].passed} of ${worst[1].n} passed for "${worst[0]}"`;
}
