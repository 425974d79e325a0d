/** The outcomes of all cases → the figures of a run, each with what it is a share of. */
import type { Expectation } from '../../../plan/model.ts';
import { type CaseOutcome, type JudgedCase, expectsCall } from '../judge/judge.ts';
import type { Score } from '../../../versions/receipts/record.ts';
import { type Interval, wilson } from './statistics.ts';

/** What was tried of a case. */
type Tried = Pick<CaseOutcomes, 'trials'>;

/** One case with the outcome of every trial. */
export interface CaseOutcomes {
  readonly id: string;
  readonly expect: Expectation;
  readonly trials: readonly CaseOutcome[];
}

/** A share of cases; a case counts by the majority of its trials. */
export interface Figure extends Interval {
  readonly passed: number;
  readonly total: number;
}

export type Figures = ReturnType<typeof figuresOf>;

export function figuresOf(cases: readonly CaseOutcomes[]) {
  const judged = cases.filter((one) => isRight(one) !== undefined).map(summarize);
  const positive = judged.filter(({ expectsCall }) => expectsCall);
  const negative = judged.filter(({ expectsCall }) => !expectsCall);
  const withArguments = positive.filter(({ right, argumentsRight }) => right && argumentsRight !== undefined);
  return {
    /** Cases that expect a tool or skill: the right one was called. */
    rightTool: figure(positive, ({ right }) => right),
    /** The same cases: another one was called. */
    wrongTool: figure(positive, ({ right, calls }) => !right && calls),
    /** The same cases: none was called, and the request was not declined. */
    noCall: figure(positive, ({ right, calls, declined }) => !right && !calls && !declined),
    /** The same cases: the model declined the request. */
    declined: figure(positive, ({ right, calls, declined }) => !right && !calls && declined),
    /** Cases that expect no call or a question: a tool was called. */
    needlessCall: figure(negative, ({ calls }) => calls),
    /** Cases whose right tool was called, with expected arguments or with some that cannot be read: they were as expected. */
    rightArguments: figure(withArguments, ({ argumentsRight }) => argumentsRight === true),
    /** Ids of cases that were right in some trials only. */
    flaky: judged.filter(({ flaky }) => flaky).map(({ id }) => id),
    /** Ids of cases without a majority of trials that had an answer, and of those that the tier does not judge. */
    failed: cases.filter(isUnanswered).map(({ id }) => id),
    notJudged: cases.filter(({ trials }) => trials.length > 0 && trials.every(isNotJudged)).map(({ id }) => id),
    /** Trials without an answer, and all that were asked. */
    unanswered: {
      trials: cases.reduce((sum, { trials }) => sum + trials.filter(isError).length, 0),
      of: cases.reduce((sum, { trials }) => sum + trials.filter((trial) => !isNotJudged(trial)).length, 0),
    },
    /** Whether any tool was called anywhere; a run in which nothing was called shows nothing about the descriptions. */
    anyCall: judged.some(({ everCalled }) => everCalled),
  };
}

function isError({ kind }: CaseOutcome): boolean {
  return kind === 'error';
}

function isNotJudged({ kind }: CaseOutcome): boolean {
  return kind === 'not-judged';
}

/** Whether so many trials had no answer that those with one decide nothing. */
export function isUnanswered(one: Tried): boolean {
  const errors = one.trials.filter(isError).length;
  const { n } = scoreOf(one);
  return errors > 0 && !isMost(n, n + errors);
}

/** Whether most of the judged trials of a case were right; undefined where none could be judged, or most had no answer. */
export function isRight(one: Tried): boolean | undefined {
  const { passed, n } = scoreOf(one);
  return n === 0 || isUnanswered(one) ? undefined : isMost(passed, n);
}

export function scoreOf(one: Tried): Score {
  const judged = judgedOf(one);
  return { passed: judged.filter(({ right }) => right).length, n: judged.length };
}

/** Whether some trials were right and some wrong. */
export function isMixed({ passed, n }: Score): boolean {
  return passed > 0 && passed < n;
}

export function judgedOf({ trials }: Tried): readonly JudgedCase[] {
  return trials.flatMap((trial) => (trial.kind === 'judged' ? [trial] : []));
}

type Summary = ReturnType<typeof summarize>;

function summarize({ id, expect, trials }: CaseOutcomes) {
  const judged = judgedOf({ trials });
  const right = judged.filter((trial) => trial.right).length;
  const calls = judged.filter(({ called }) => called !== undefined).length;
  const isCompared = judged.some((trial) => trial.arguments);
  const compared = isCompared ? judged.filter((trial) => trial.right && trial.called !== undefined) : [];
  const declinedTrials = judged.filter((trial) => trial.declined).length;
  return {
    id,
    expectsCall: expectsCall(expect),
    right: isMost(right, judged.length),
    /** Most trials called something. */
    calls: isMost(calls, judged.length),
    everCalled: calls > 0,
    /** Most trials without a call were declined. */
    declined: isMost(declinedTrials, judged.length - calls),
    argumentsRight: compared.length === 0 ? undefined : isMost(compared.filter(areRight).length, compared.length),
    flaky: isMixed({ passed: right, n: judged.length }),
  };
}

export function areRight({ arguments: compared }: JudgedCase): boolean {
  return !compared || (compared.wrong.length === 0 && !compared.unreadable);
}

/** Half is not most: a case that is right every second time is not right. */
export function isMost(count: number, total: number): boolean {
  return count * 2 > total;
}

function figure(cases: readonly Summary[], counts: (one: Summary) => boolean): Figure {
  const passed = cases.filter(counts).length;
  return { passed, total: cases.length, ...wilson(passed, cases.length) };
}
