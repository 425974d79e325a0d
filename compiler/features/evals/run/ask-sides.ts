/** Asks every case of both texts, and judges the answers. */
import { type Comparison, type Sides, compareConfirmed, furtherSeeds } from '../figures/compare.ts';
import { type CaseOutcome, judge } from '../judge/judge.ts';
import type { EngineAnswer, RunUsage } from '../online/engine.ts';
import { type Question, type TextSide, nextOf } from '../online/questions.ts';
import { type ChoiceRun, caseKey, choiceRun, outcomesOfBoth, runsOf } from '../figures/suite.ts';
import type { Choice, ChoiceCase } from '../../../versions/receipts/choice.ts';
import { type AskRun, askAll, createBudget, openAnswerCache } from './ask-all.ts';
import type { OnlineTier } from './online-tier.ts';
import type { Invocation } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { onEndingSignal } from '../../../edge/command-line/streams.ts';
import type { Project } from '../../../edge/project/project.ts';
import { limitsOf } from './tier.ts';

export interface OnlineRun {
  readonly before: readonly ChoiceRun[];
  readonly after: readonly ChoiceRun[];
  /** Undefined where there is no earlier text. */
  readonly comparison: Comparison | undefined;
}

/** Both texts where `sides` have two; a loss is confirmed before it is one. `firstRound`: the results of the first round. */
export async function askBoth(
  sides: readonly Sides[],
  { tier, ...shared }: Interview,
  surroundings: Pick<AskRun<Question>, 'signal' | 'onProgress'>,
  firstRound?: Pick<OnlineRun, TextSide>,
): Promise<OnlineRun> {
  const run = { ...shared, ...surroundings, respondent: tier };
  const { before, after } = firstRound ?? (await askSides(sides, tier, tier.seeds, run));
  if (before.length === 0) return { before, after, comparison: undefined };
  const comparison = await compareConfirmed(outcomesOfBoth({ before, after }), async (ids) =>
    outcomesOfBoth(await askSides(onlyCases(sides, ids), tier, furtherSeeds(tier.seeds), run)),
  );
  return { before, after, comparison };
}

/** The same, with progress; Ctrl+C ends it. */
export function askWithProgress(
  sides: readonly Sides[],
  asking: Interview,
  firstRound?: Pick<OnlineRun, TextSide>,
): Promise<OnlineRun> {
  return interruptible(['asking', 'questions'], (signal, count) =>
    askBoth(sides, asking, { signal, onProgress: ({ done, total }) => count(done, total) }, firstRound),
  );
}

function onlyCases(sides: readonly Sides[], ids: ReadonlySet<string>): readonly Sides[] {
  const only = (choice: Choice) => ({
    ...choice,
    cases: choice.cases.filter((one) => ids.has(caseKey(choice, one))),
  });
  return sides.map(({ before, after }) => ({ before: before && only(before), after: only(after) }));
}

function notAsked({ sent }: ChoiceCase): readonly CaseOutcome[] {
  const why =
    sent && sent.request === undefined
      ? 'A text that the case sends is not known.'
      : 'The case has earlier turns or results, which a host cannot be given.';
  return [{ kind: 'not-judged', why }];
}

async function askSides(sides: readonly Sides[], tier: OnlineTier, seeds: readonly number[], run: AskRun<Question>) {
  const questions = tier.questions(sides, seeds);
  const answers = await answersTo(questions, tier, run);
  const trials = { before: new Map<object, CaseOutcome[]>(), after: new Map<object, CaseOutcome[]>() };
  for (const [place, { side, one, tools }] of questions.entries()) {
    const answer = answers[place];
    if (answer) trials[side].set(one, [...(trials[side].get(one) ?? []), judge(one.test, answer, tools)]);
  }
  return runsOf(sides, (choice, side) => choiceRun(choice, (one) => trials[side].get(one) ?? notAsked(one)));
}

/** The last answer to each; those of a journey are asked on for as long as they call what has a result. */
async function answersTo(questions: readonly Question[], { body }: OnlineTier, run: AskRun<Question>) {
  const answers: EngineAnswer[] = [];
  let open = questions.map((question, place) => ({ question, place }));
  while (open.length > 0) {
    const replies = await askAll(
      open.map(({ question }) => question),
      run,
    );
    open = open.flatMap(({ question, place }, at) => {
      const answer = replies[at];
      const next = answer && body ? nextOf(question, answer, body) : answer;
      if (next && !('kind' in next)) return [{ question: next, place }];
      if (next) answers[place] = next;
      return [];
    });
  }
  return answers;
}

/** A model or a host with what all rounds of a run share: the limits, and the answers that are known. */
export interface Interview extends Pick<AskRun<Question>, 'limits' | 'budget' | 'cache'> {
  readonly tier: OnlineTier;
}

/** What was sent in it. */
export function usageOf({ tier, budget }: Interview): RunUsage {
  return { ...budget.used(), remarks: tier.remarks?.() ?? [] };
}

/** @throws Failure for a flag that would have no effect. */
export function refuseFlags(
  { flags, lists }: Invocation,
  subcommand: string,
  isRefused: (flag: string) => boolean,
): void {
  const other = Object.keys({ ...flags, ...lists }).find(isRefused);
  if (other !== undefined)
    throw new Failure(`The flag --${other} cannot be combined with \`haft eval ${subcommand}\`.`, `Remove --${other}.`);
}

/** The limits count from here. */
export function askingOf(
  tier: OnlineTier,
  { project, invocation }: { readonly project: Project; readonly invocation: Invocation },
): Interview {
  const limits = { ...limitsOf(project.settings, tier.recorded.tier), prices: tier.prices };
  const cache = openAnswerCache(project.root, invocation.flags['no-cache'] === true);
  return { tier, limits, budget: createBudget(limits), cache };
}

/** With progress such as `asking 3 of 40 questions`; Ctrl+C and other ends of the command abort the signal. */
export async function interruptible<T>(
  [doing, things]: readonly [doing: string, things: string],
  body: (signal: AbortSignal, count: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  const interrupt = new AbortController();
  const leave = onEndingSignal(() => interrupt.abort());
  try {
    return await withProgress(({ count }) =>
      body(interrupt.signal, (done, total) => count(doing, done, total, things)),
    );
  } finally {
    leave();
  }
}
