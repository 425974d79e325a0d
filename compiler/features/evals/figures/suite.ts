/** A run of evals as data: its choices with the outcome of every case. */
import { choiceKey } from '../../../versions/receipts/choice.ts';
import type { Choice, ChoiceCase } from '../../../versions/receipts/choice.ts';
import { memoizeBy } from '../../../base/memo.ts';
import type { ServerPlan, SkillPlan } from '../../../plan/model.ts';
import { candidatesOf } from '../offline/candidate.ts';
import type { Comparison } from './compare.ts';
import { figuresOf } from './figures.ts';
import type { CaseOutcomes, Figures } from './figures.ts';
import type { CaseOutcome } from '../judge/judge.ts';
import { createOfflineJudge } from '../offline/offline.ts';

export interface CaseRun {
  readonly one: ChoiceCase;
  /** One for each trial. */
  readonly trials: readonly CaseOutcome[];
}

export interface ChoiceRun {
  readonly choice: Choice;
  readonly cases: readonly CaseRun[];
  readonly figures: Figures;
}

/** The cases of one choice with their outcomes, in the order of the cases. */
export function choiceRun(choice: Choice, trialsOf: (one: ChoiceCase) => readonly CaseOutcome[]): ChoiceRun {
  const cases = choice.cases.map((one) => ({ one, trials: trialsOf(one) }));
  return { choice, cases, figures: figuresOf(cases.map(outcomesOf)) };
}

/** In no choice was anything ever called: the model or the program was not set up, whatever the descriptions say. */
export function isVoid(runs: readonly ChoiceRun[]): boolean {
  const positive = runs.filter(({ figures }) => figures.rightTool.total > 0);
  return positive.length > 0 && positive.every(({ figures }) => !figures.anyCall);
}

export function outcomesOf({ one: { id, test }, trials }: CaseRun): CaseOutcomes {
  return { id, expect: test.expect, trials };
}

/** The outcomes of several choices, with unique ids. */
export function allOutcomes(runs: readonly ChoiceRun[]): readonly CaseOutcomes[] {
  return runs.flatMap(({ choice, cases }) =>
    cases.map((run) => ({ ...outcomesOf(run), id: caseKey(choice, run.one) })),
  );
}

/** `server/library#hinton`. */
export function caseKey(choice: Choice, { id }: ChoiceCase): string {
  return `${choiceKey(choice)}#${id}`;
}

/** A run over two texts. */
export interface ComparedRun {
  /** What was compared with, in words. */
  readonly label: string;
  /** The cases over the earlier text; choices and tools that it does not have are absent. */
  readonly before: readonly ChoiceRun[];
  readonly comparison: Comparison;
}

/** `skills`: all of the project. Hosts show a skill beside all others, and alone it has no rival. */
export function runOffline(choices: readonly Choice[], skills: readonly SkillPlan[]): readonly ChoiceRun[] {
  return choices.map((choice) => {
    const [server] = choice.servers;
    const judge =
      choice.kind === 'server' && server
        ? judgeOfServer(server)
        : createOfflineJudge(candidatesOf(shownWith(choice, skills)));
    return choiceRun(choice, ({ test }) => [judge(test)]);
  });
}

/** A server is read once, and each of its cases, as long as neither changes. */
const judgeOfServer = memoizeBy((server: ServerPlan) =>
  memoizeBy(createOfflineJudge(candidatesOf({ servers: [server], skills: [] }))),
);

/** What a host shows of a choice. */
export function shownWith(choice: Choice, skills: readonly SkillPlan[]): Pick<Choice, 'servers' | 'skills'> {
  return choice.kind === 'skill' ? { servers: [], skills } : choice;
}
