/** Two runs of the same cases, before and after a change: better, worse, or no difference seen. */
import { isRight } from './figures.ts';
import type { CaseOutcomes } from './figures.ts';
import { detectable, mcnemar, SIGNIFICANT } from './statistics.ts';

export interface Comparison {
  readonly verdict: 'better' | 'worse' | 'no-difference-seen';
  /** Cases that both runs could judge. */
  readonly cases: number;
  /** Ids of cases that only the run before has right. */
  readonly lost: readonly string[];
  /** Ids of cases that only the run after has right. */
  readonly won: readonly string[];
  /** Two-sided, of the exact McNemar test. */
  readonly p: number;
  /** The smallest share of spoiled cases that such a comparison finds four times in five; undefined: too few cases for any. */
  readonly detectable: number | undefined;
}

/** The share of cases in which two runs of one model without any change disagree, as measured. */
const NOISE = 0.03;

/** Cases that either side does not have are left out: they say nothing of the change. */
export function compareRuns(before: readonly CaseOutcomes[], after: readonly CaseOutcomes[]): Comparison {
  const earlier = new Map(before.map((one) => [one.id, isRight(one)]));
  const pairs = after.flatMap((one) => {
    const [was, is] = [earlier.get(one.id), isRight(one)];
    return was === undefined || is === undefined ? [] : [{ id: one.id, was, is }];
  });
  const lost = pairs.filter(({ was, is }) => was && !is).map(({ id }) => id);
  const won = pairs.filter(({ was, is }) => !was && is).map(({ id }) => id);
  const p = mcnemar(lost.length, won.length);
  return {
    verdict: verdictOf(lost, won, p),
    cases: pairs.length,
    lost,
    won,
    p,
    detectable: detectable(pairs.length, NOISE),
  };
}

function verdictOf(lost: readonly string[], won: readonly string[], p: number): Comparison['verdict'] {
  if (p >= SIGNIFICANT) return 'no-difference-seen';
  return lost.length > won.length ? 'worse' : 'better';
}
