/** The gate of a comparison under noise: a run without any change never fails it, a real loss mostly does. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareConfirmed, compareRuns, furtherSeeds } from '../../compiler/features/evals/figures/compare.ts';
import type { BothRuns } from '../../compiler/features/evals/figures/compare.ts';
import type { CaseOutcomes } from '../../compiler/features/evals/figures/figures.ts';
import type { CaseOutcome } from '../../compiler/features/evals/judge/judge.ts';
import { runs } from '../support/runs.ts';

const CASES = 200;
const REPETITIONS = runs(1000);

/** Mulberry32: the same numbers on every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chances by case, such that two runs disagree on 3 % of the cases: 6 % are right every second time, 4 % never. */
const chances = Array.from({ length: CASES }, (_, index) => (index < 12 ? 0.5 : index < 20 ? 0 : 1));
/** Every tenth of the cases that were always right is always wrong. */
const spoiled = chances.map((chance, index) => (index >= 20 && index < 40 ? 0 : chance));

function outcome(right: boolean): CaseOutcome {
  return { kind: 'judged', right, called: right ? 'search' : 'read' };
}

function engine(seed: number, after: readonly number[]): (trials: number, only?: ReadonlySet<string>) => BothRuns {
  const random = randomFrom(seed);
  const run = (of: readonly number[], trials: number, only?: ReadonlySet<string>): CaseOutcomes[] =>
    of.flatMap((chance, index) => {
      const answers = Array.from({ length: trials }, () => outcome(random() < chance));
      return only && !only.has(`${index}`) ? [] : [{ id: `${index}`, expect: 'search', trials: answers }];
    });
  return (trials, only) => ({ before: run(chances, trials, only), after: run(after, trials, only) });
}

async function verdicts(after: readonly number[], trials: number): Promise<readonly string[]> {
  const seeds = Array.from({ length: trials }, (_, index) => index);
  const runs = Array.from({ length: REPETITIONS }, async (_, repetition) => {
    const ask = engine(repetition * 7919 + trials, after);
    const again = (ids: ReadonlySet<string>): Promise<BothRuns> =>
      Promise.resolve(ask(furtherSeeds(seeds).length, ids));
    return (await compareConfirmed(ask(trials), again)).verdict;
  });
  return Promise.all(runs);
}

test.each([1, 3])(
  `no change never fails the gate in ${REPETITIONS} repetitions of %i trials a case`,
  async (trials) => {
    const found = await verdicts(chances, trials);
    expect(found.filter((verdict) => verdict === 'worse')).toEqual([]);
    expect(found.filter((verdict) => verdict === 'void')).toEqual([]);
  },
);

test.each([1, 3])('a loss of 10 points on 200 cases is found with %i trials a case', async (trials) => {
  const found = await verdicts(spoiled, trials);
  expect(found.filter((verdict) => verdict === 'worse').length).toBeGreaterThan(0.95 * REPETITIONS);
});

test('a loss that is not seen again is no loss', async () => {
  const runOf = (right: boolean): CaseOutcomes[] =>
    Array.from({ length: 10 }, (_, index) => ({ id: `${index}`, expect: 'search', trials: [outcome(right)] }));
  const runs = { before: runOf(true), after: runOf(false) };
  expect(compareRuns(runs).verdict).toBe('worse');
  const twice = (right: boolean): CaseOutcomes[] =>
    runOf(right).map((one) => ({ ...one, trials: [outcome(right), outcome(right)] }));
  const comparison = await compareConfirmed(runs, () => Promise.resolve({ before: twice(true), after: twice(true) }));
  expect(comparison).toMatchObject({ verdict: 'no-difference-seen', lost: [], won: [] });
});

const NO_ANSWER: CaseOutcome = { kind: 'error', message: 'none' };

test('a loss that has no answer the second time is neither seen nor gone', async () => {
  const runOf = (right: boolean, count: number): CaseOutcomes[] =>
    Array.from({ length: 100 }, (_, index) => ({
      id: `${index}`,
      expect: 'search',
      trials: [outcome(right || index >= count)],
    }));
  const runs = { before: runOf(true, 10), after: runOf(false, 10) };
  expect(compareRuns(runs).verdict).toBe('worse');
  const mute = runs.after.map((one) => ({ ...one, trials: [NO_ANSWER, NO_ANSWER] }));
  const comparison = await compareConfirmed(runs, () => Promise.resolve({ before: mute, after: mute }));
  expect(comparison).toMatchObject({ verdict: 'void', lost: [] });
});

test('whatever has no answer is left out and named, and a comparison without most of its cases is void', () => {
  const trials = fc.array(fc.constantFrom(outcome(true), outcome(false), NO_ANSWER), { minLength: 1, maxLength: 4 });
  const cases = fc.array(fc.tuple(trials, trials), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(cases, (pairs) => {
      const side = (place: 0 | 1): CaseOutcomes[] =>
        pairs.map((pair, index) => ({ id: `${index}`, expect: 'search', trials: pair[place] }));
      const isMute = (all: readonly CaseOutcome[]): boolean =>
        all.filter(({ kind }) => kind === 'error').length * 2 >= all.length;
      const mute = pairs.flatMap((pair, index) => (pair.some(isMute) ? [`${index}`] : []));
      const { verdict, unanswered, cases: steady, flaky } = compareRuns({ before: side(0), after: side(1) });
      expect(unanswered).toEqual(mute);
      expect(steady + flaky.length).toBe(pairs.length - mute.length);
      if (mute.length * 2 >= pairs.length) expect(verdict).toBe('void');
    }),
    { numRuns: runs(500, 100) },
  );
});

test('cases that are flaky on both sides are left out, and make a suite of them void', () => {
  const steady = Array.from({ length: 19 }, (_, index) => ({ id: `${index}`, expect: 'x', trials: [outcome(true)] }));
  const flaky = (id: string): CaseOutcomes => ({ id, expect: 'x', trials: [outcome(true), outcome(false)] });
  const few = [...steady, flaky('a')];
  expect(compareRuns({ before: few, after: few })).toMatchObject({
    cases: 19,
    flaky: ['a'],
    verdict: 'no-difference-seen',
  });
  const many = [...few, flaky('b'), flaky('c')];
  expect(compareRuns({ before: many, after: many })).toMatchObject({ flaky: ['a', 'b', 'c'], verdict: 'void' });
});
