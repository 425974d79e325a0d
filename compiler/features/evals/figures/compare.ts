/** The same cases over two texts of a choice, before and after a change: better, worse, or no difference seen. */
import { memoizeByParts } from '../../../base/memo.ts';
import { shownTools } from '../../../plan/named-tools.ts';
import { type CaseOutcomes, isMixed, isRight, isUnanswered, scoreOf } from './figures.ts';
import { SIGNIFICANT, detectable, mcnemar } from './statistics.ts';
import { type Choice, type ChoiceCase, choiceKey, withCases } from '../../../versions/receipts/choice.ts';
import { wantedNames } from '../judge/judge.ts';

/** The outcomes of one set of cases over two texts. */
export interface BothRuns {
  readonly before: readonly CaseOutcomes[];
  readonly after: readonly CaseOutcomes[];
}

export type Comparison = ReturnType<typeof compareRuns>;

/** `void`: too many cases are right only now and then, whatever the text says, or too few have an answer. */
type Verdict = 'better' | 'worse' | 'no-difference-seen' | 'void';

/** The share of cases in which two runs of one model without any change disagree, as measured. */
export const MODEL_NOISE = 0.03;
/** More cases that are flaky before and after make a comparison void. */
export const MAX_FLAKY = 0.1;

/** Cases that either side does not have are left out: they say nothing of the change. `noise`: 0 for the offline tier. */
export function compareRuns({ before, after }: BothRuns, noise = MODEL_NOISE) {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const pairs = after.flatMap((one) => {
    const other = earlier.get(one.id);
    const [was, is] = [other && isRight(other), isRight(one)];
    if (!other || was === undefined || is === undefined) return [];
    return [{ id: one.id, was, is, flaky: isMixed(scoreOf(other)) && isMixed(scoreOf(one)) }];
  });
  const steady = pairs.filter(({ flaky }) => !flaky);
  const flaky = pairs.filter((pair) => pair.flaky).map(({ id }) => id);
  const lost = steady.filter(({ was, is }) => was && !is).map(({ id }) => id);
  const won = steady.filter(({ was, is }) => !was && is).map(({ id }) => id);
  const p = mcnemar(lost.length, won.length);
  const unanswered = after.flatMap((one) => {
    const other = earlier.get(one.id);
    return other && (isUnanswered(other) || isUnanswered(one)) ? [one.id] : [];
  });
  // Half is not most: what has no answer may be what was lost.
  const isVoid =
    flaky.length > MAX_FLAKY * pairs.length || (unanswered.length > 0 && unanswered.length >= pairs.length);
  return {
    verdict: isVoid ? 'void' : verdictOf(lost, won, p),
    /** Cases that both runs could judge, flaky ones aside. */
    cases: steady.length,
    /** Ids of cases that only the run before has right, and that only the run after has right. */
    lost,
    won,
    /** Ids of cases that are right in some trials only, before and after, and that had no answer; they are left out. */
    flaky,
    unanswered,
    /** Two-sided, of the exact McNemar test. */
    p,
    /** The smallest share of spoiled cases that such a comparison finds four times in five; undefined: too few cases for any. */
    get detectable() {
      return detectable(steady.length, noise);
    },
  };
}

/**
 * A loss is only one when it is seen again: the cases that differ are asked more often, before and after, and all their
 * trials decide. `askAgain`: further trials of these cases.
 */
export async function compareConfirmed(
  runs: BothRuns,
  askAgain: (ids: ReadonlySet<string>) => Promise<BothRuns>,
): Promise<Comparison> {
  const first = compareRuns(runs);
  if (first.verdict !== 'worse') return first;
  const further = await askAgain(new Set([...first.lost, ...first.won]));
  const [before, after] = [joinOutcomes(runs.before, further.before), joinOutcomes(runs.after, further.after)];
  const comparison = compareRuns({ before, after });
  const isDecided = comparison.verdict === 'worse' || !first.lost.some((id) => comparison.unanswered.includes(id));
  return isDecided ? comparison : { ...comparison, verdict: 'void' };
}

function joinOutcomes(cases: readonly CaseOutcomes[], further: readonly CaseOutcomes[]): readonly CaseOutcomes[] {
  const more = new Map(further.map(({ id, trials }) => [id, trials]));
  return cases.map((one) => ({ ...one, trials: [...one.trials, ...(more.get(one.id) ?? [])] }));
}

/** Seeds that were not used yet; by default one more than were, so that all trials together have a majority. */
export function furtherSeeds(seeds: readonly number[], count = seeds.length + 1): readonly number[] {
  const start = Math.max(0, ...seeds) + 1;
  return Array.from({ length: count }, (_, index) => start + index);
}

function verdictOf(lost: readonly string[], won: readonly string[], p: number): Verdict {
  if (p >= SIGNIFICANT) return 'no-difference-seen';
  return lost.length > won.length ? 'worse' : 'better';
}

/** The same cases over two texts of a choice: as it is, and as it was. */
export interface Sides {
  readonly after: Choice;
  /** With the cases of `after` that it has the tools for; undefined where the choice is new. */
  readonly before: Choice | undefined;
}

/** `earlier`: the choices that the current ones are compared with. */
export function sidesOf(choices: readonly Choice[], earlier: readonly Choice[]): readonly Sides[] {
  const byKey = new Map(earlier.map((choice) => [choiceKey(choice), choice]));
  return choices.map((after) => pairUp([after, byKey.get(choiceKey(after))]));
}

const pairUp = memoizeByParts(
  (both: readonly [after: Choice, before: Choice | undefined]) => both,
  ([after, before]): Sides => ({ after, before: before && withCases(before, casesFor(before, after.cases)) }),
);

/** A case of a tool that did not exist says nothing of the change of a text. */
function casesFor({ servers, skills }: Choice, cases: readonly ChoiceCase[]): readonly ChoiceCase[] {
  const names = new Set([...shownTools(servers).keys(), ...skills.map(({ name }) => name)]);
  return cases.filter(({ test: { expect } }) => wantedNames(expect).every((name) => names.has(name)));
}
