/** Judges edited specs by the reader of fields: the same cases as in the run, in milliseconds. */
import { runOffline } from '../figures/suite.ts';
import type { ChoiceRun } from '../figures/suite.ts';
import { plannedChoices } from '../../../versions/receipts/planned-choices.ts';
import type { Surroundings } from '../../../check/check.ts';
import type { PlannedSpecs } from '../../../plan/plan-specs.ts';
import { allChoices, choiceKey } from '../../../versions/receipts/choice.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import type { Project } from '../../../edge/project/project.ts';
import type { EvalBench } from './suggest.ts';

export function offlineBench(project: Project, surroundings: Surroundings, runs: readonly ChoiceRun[]): EvalBench {
  return {
    surroundings,
    thrifty: false,
    choicesOf: (compiled) => sameCases(compiled, project, runs),
    measure: (choices, { plan }) => Promise.resolve(runOffline(choices, plan.skills)),
  };
}

/** The choices of the runs over other texts, each with the cases that it was run with. */
export function sameCases(
  { plan }: PlannedSpecs,
  { settings }: Project,
  runs: readonly ChoiceRun[],
): readonly Choice[] {
  const ids = new Map(runs.map(({ choice, cases }) => [choiceKey(choice), new Set(cases.map(({ one }) => one.id))]));
  return allChoices(plan, plannedChoices(settings.choices)).flatMap((choice) => {
    const own = ids.get(choiceKey(choice));
    return own ? [{ ...choice, cases: choice.cases.filter(({ id }) => own.has(id)) }] : [];
  });
}
