/** How sure a share of right answers is, and whether two runs of the same cases differ. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959963984540054;
/** Differences less likely than this by chance alone count. */
export const SIGNIFICANT = 0.05;
/** How often a difference of the size that is reported as detectable would be found. */
const POWER = 0.8;

/** The 95 % interval of a share (Wilson 1927): honest for few cases and at 0 and 1, where others are not. */
export function wilson(passed: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const share = passed / total;
  const spread = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  const middle = share + Z ** 2 / (2 * total);
  const scale = 1 + Z ** 2 / total;
  return {
    low: passed === 0 ? 0 : Math.max(0, (middle - spread) / scale),
    high: passed === total ? 1 : Math.min(1, (middle + spread) / scale),
  };
}

/** The exact two-sided p-value of McNemar's test, by the cases that only one of the two runs has right. */
export function mcnemar(onlyBefore: number, onlyAfter: number): number {
  const [less, all] = [Math.min(onlyBefore, onlyAfter), onlyBefore + onlyAfter];
  return Math.min(1, 2 * sum(binomial(all, 0.5).slice(0, less + 1)));
}

/**
 * The smallest share of cases that a change must spoil so that `mcnemar` finds it four times in five; undefined where even
 * spoiling all of them is not enough. `noise`: the share of cases in which two runs without any change disagree.
 */
export function detectable(cases: number, noise: number): number | undefined {
  const limits = mostFound(cases);
  const won = cumulativeSums(binomial(cases, noise / 2));
  const isFound = (spoiled: number): boolean => {
    const lost = binomial(cases, Math.min(1, noise / 2 + spoiled / cases));
    return sum(lost.map((chance, count) => chance * (won[limits[count] ?? -1] ?? 0))) >= POWER;
  };
  if (cases === 0 || !isFound(cases)) return undefined;
  let [low, high] = [0, cases];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high / cases;
}

/** How likely at least so many hits are by chance. */
export function atLeast(hits: number, count: number, chance: number): number {
  return sum(binomial(count, chance).slice(hits));
}

/** By the number of cases lost, the most that may be won for a loss to be significant; -1 where there are none. */
function mostFound(cases: number): readonly number[] {
  const most: number[] = [];
  let won = -1;
  for (let lost = 0; lost <= cases; lost += 1) {
    while (won + 1 < lost && mcnemar(lost, won + 1) < SIGNIFICANT) won += 1;
    most.push(won);
  }
  return most;
}

function cumulativeSums(chances: readonly number[]): readonly number[] {
  let total = 0;
  return chances.map((chance) => (total += chance));
}

/** Chances of 0, 1, …, `count` hits; in logarithms, so that large counts do not vanish. */
function binomial(count: number, chance: number): readonly number[] {
  if (chance <= 0) return [1, ...Array<number>(count).fill(0)];
  if (chance >= 1) return [...Array<number>(count).fill(0), 1];
  const chances: number[] = [];
  let log = count * Math.log(1 - chance);
  for (let hits = 0; hits <= count; hits += 1) {
    chances.push(Math.exp(log));
    log += Math.log((count - hits) / (hits + 1)) + Math.log(chance / (1 - chance));
  }
  return chances;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
