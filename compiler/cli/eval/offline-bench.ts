/** Judges edited specs by the reader of fields: the same cases as in the run, in milliseconds. */
import { runOffline } from '../../choose/suite.ts';
import type { ChoiceRun } from '../../choose/suite.ts';
import { plannedChoices } from '../../choose/planned-choices.ts';
import type { Surroundings } from '../../check/check.ts';
import type { Compiled } from '../../compile.ts';
import { allChoices, choiceKey } from '../../evals/choice.ts';
import type { Choice } from '../../evals/choice.ts';
import type { Project } from '../project/project.ts';
import type { Bench } from './suggest.ts';

export function offlineBench(project: Project, surroundings: Surroundings, runs: readonly ChoiceRun[]): Bench {
  return {
    surroundings,
    thrifty: false,
    choicesOf: (compiled) => sameCases(compiled, project, runs),
    measure: (choices, { plan }) => Promise.resolve(runOffline(choices, plan.skills)),
  };
}

/** The choices of the runs over other texts, each with the cases that it was run with. */
export function sameCases({ plan }: Compiled, { settings }: Project, runs: readonly ChoiceRun[]): readonly Choice[] {
  const ids = new Map(runs.map(({ choice, cases }) => [choiceKey(choice), new Set(cases.map(({ one }) => one.id))]));
  return allChoices(plan, plannedChoices(settings.choices)).flatMap((choice) => {
    const own = ids.get(choiceKey(choice));
    return own ? [{ ...choice, cases: choice.cases.filter(({ id }) => own.has(id)) }] : [];
  });
}
