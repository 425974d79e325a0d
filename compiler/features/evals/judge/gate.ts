/** Whether a run of evals passes: it never does where it shows nothing. */
import { percent } from '../../../base/text/percent.ts';
import { shortfallOf } from '../../../versions/receipts/pass-mark.ts';
import { sumsOf } from '../../../versions/receipts/record.ts';
import { canFail } from '../../../versions/receipts/stale.ts';
import { type Choice, choiceKey } from '../../../versions/receipts/choice.ts';
import type { Comparison } from '../figures/compare.ts';
import { isRight, scoreOf } from '../figures/figures.ts';
import { type ChoiceRun, type ComparedRun, areDeclined, isVoid } from '../figures/suite.ts';

export interface Gate {
  /** `void`: the run shows nothing, neither good nor bad. */
  readonly verdict: 'passed' | 'failed' | 'void';
  /** Why not, one sentence each; a comparison has its own words. */
  readonly problems: readonly string[];
}

/**
 * @param mark - The least share of right cases, from 0 to 1; also of all trials, as a release asks for.
 * @param whole - The choices with all their cases: a run may have some of them.
 */
export function gateOf(
  runs: readonly ChoiceRun[],
  mark: number,
  compared: ComparedRun | undefined,
  whole: readonly Choice[] = [],
): Gate {
  const nothing = nothingJudged(runs);
  if (nothing !== undefined) return { verdict: 'void', problems: [nothing] };
  const all = [...runs, ...(compared?.before ?? [])];
  if (isVoid(all)) {
    const unanswered = unansweredReason(runs);
    const problem = areDeclined(all)
      ? `Nothing was ever called: each judged case that expects a call was declined${unanswered}.`
      : `Nothing was ever called, although calls were expected${unanswered}.`;
    return { verdict: 'void', problems: [problem] };
  }
  const problems = runs.flatMap((run) => problemOf(run, mark));
  const empty = problems.length === 0 ? withoutCertainCase(runs, whole) : [];
  if (empty.length > 0) return { verdict: 'void', problems: empty };
  return { verdict: verdictOf(problems, compared?.comparison.verdict), problems };
}

function withoutCertainCase(runs: readonly ChoiceRun[], whole: readonly Choice[]): readonly string[] {
  const has = ({ choice, cases }: ChoiceRun): boolean => {
    const all = whole.find((one) => choiceKey(one) === choiceKey(choice))?.cases ?? cases.map(({ one }) => one);
    return all.some((one) => canFail(one, choice));
  };
  const empty = runs.filter((run) => !has(run)).map(({ choice }) => choice);
  return empty.map(
    ({ kind, name }) =>
      `${kind} ${name}: no case expects a certain call, so a model that calls nothing or anything passes.`,
  );
}

function verdictOf(problems: readonly string[], compared: Comparison['verdict'] | undefined): Gate['verdict'] {
  if (problems.length > 0 || compared === 'worse') return 'failed';
  return compared === 'void' ? 'void' : 'passed';
}

function nothingJudged(runs: readonly ChoiceRun[]): string | undefined {
  const cases = runs.flatMap((run) => run.cases);
  if (cases.some((run) => isRight(run) !== undefined)) return undefined;
  if (cases.length === 0) return 'No case was run.';
  const failed = runs.reduce((sum, { figures }) => sum + figures.failed.length, 0);
  return failed > 0
    ? `No case was judged: ${failed} of ${cases.length} had no answer${ofTrials(runs.map(({ figures }) => figures))}.`
    : `No case was judged: this tier can judge none of the ${cases.length}.`;
}

function unansweredReason(runs: readonly ChoiceRun[]): string {
  const failed = runs.reduce((sum, { figures }) => sum + figures.failed.length, 0);
  return failed === 0 ? '' : `, and ${failed} ${failed === 1 ? 'case' : 'cases'} had no answer`;
}

/** Where cases have several trials: how many of all trials had no answer. */
function ofTrials(all: readonly ChoiceRun['figures'][]): string {
  const failed = all.flatMap((one) => one.failed).length;
  const trials = all.reduce((sum, { unanswered }) => sum + unanswered.trials, 0);
  const of = all.reduce((sum, { unanswered }) => sum + unanswered.of, 0);
  return trials > failed ? ` to most of their trials (${trials} of ${of} trials had none)` : '';
}

function problemOf({ choice, cases, figures }: ChoiceRun, mark: number): readonly string[] {
  const { rightTool, failed, anyCall } = figures;
  const problem = (says: string): readonly string[] => [`${choice.kind} ${choice.name}: ${says}.`];
  if (failed.length > 0)
    return problem(`${failed.length} of ${cases.length} cases had no answer${ofTrials([figures])}`);
  if (rightTool.total > 0 && !anyCall) return problem('nothing was ever called');
  if (rightTool.passed / rightTool.total < mark)
    return problem(`${rightTool.passed} of ${rightTool.total} right, and the pass mark is ${percent(mark, 1)} %`);
  // By trial, and needless calls counted: as they would be recorded.
  const scored = cases.map((run) => ({ owner: run.one.owner, score: scoreOf(run) }));
  const shortfall = shortfallOf(sumsOf(scored), mark);
  return shortfall === undefined ? [] : problem(`of all trials, ${shortfall}`);
}
