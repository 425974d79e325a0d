/** A run of evals as data: its choices with the outcome of every case. */
import type { Choice, ChoiceCase } from '../evals/choice.ts';
import { candidatesOf } from './candidate.ts';
import { figuresOf } from './figures.ts';
import type { CaseOutcomes, Figures } from './figures.ts';
import type { Outcome } from './judge.ts';
import { createOfflineJudge } from './offline.ts';

export interface CaseRun {
  readonly one: ChoiceCase;
  /** One for each trial. */
  readonly trials: readonly Outcome[];
}

export interface ChoiceRun {
  readonly choice: Choice;
  readonly cases: readonly CaseRun[];
  readonly figures: Figures;
}

/** The cases of one choice with their outcomes, in the order of the cases. */
export function choiceRun(choice: Choice, trialsOf: (one: ChoiceCase) => readonly Outcome[]): ChoiceRun {
  const cases = choice.cases.map((one) => ({ one, trials: trialsOf(one) }));
  return { choice, cases, figures: figuresOf(cases.map(outcomesOf)) };
}

export function outcomesOf({ one: { id, test }, trials }: CaseRun): CaseOutcomes {
  return { id, expect: test.expect, trials };
}

/** A skill alone has no rival, so skills are read beside all other skills of the project, as hosts show them. */
export function runOffline(choices: readonly Choice[]): readonly ChoiceRun[] {
  const skills = choices.flatMap((choice) => choice.skills);
  return choices.map((choice) => {
    const shown = choice.kind === 'skill' ? { servers: [], skills } : choice;
    const judge = createOfflineJudge(candidatesOf(shown));
    return choiceRun(choice, ({ test }) => [judge(test)]);
  });
}
