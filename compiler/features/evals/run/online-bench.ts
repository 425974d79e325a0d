/** Judges edited specs by the model or the host of the run, as long as its limits leave requests and time. */
import type { ChoiceRun } from '../figures/suite.ts';
import type { Surroundings } from '../../../check/check.ts';
import type { Project } from '../../../edge/project/project.ts';
import { askBoth } from './ask-sides.ts';
import type { Interview } from './asking.ts';
import { sameCases } from './offline-bench.ts';
import type { EvalBench } from './suggest.ts';

interface OnlineBenchOptions {
  readonly project: Project;
  readonly asking: Interview;
  readonly surroundings: Surroundings;
  readonly runs: readonly ChoiceRun[];
  readonly signal: AbortSignal;
}

/** Questions count although their answers are known: how much is measured does not depend on what is in the cache. */
export function onlineBench({ project, asking, surroundings, runs, signal }: OnlineBenchOptions): EvalBench {
  const { asked, limits, budget } = asking;
  const asSides = (choices: readonly ChoiceRun['choice'][]): Parameters<typeof askBoth>[0] =>
    choices.map((after) => ({ after, before: undefined }));
  const countOf = (choices: readonly ChoiceRun['choice'][]): number =>
    asked.questions(asSides(choices), asked.seeds).length;
  let left = limits.calls - countOf(runs.map(({ choice }) => choice));
  return {
    surroundings,
    thrifty: true,
    choicesOf: (compiled) => sameCases(compiled, project, runs),
    async measure(choices) {
      const count = countOf(choices);
      if (count > left || budget.isSpent()) return undefined;
      left -= count;
      try {
        return (await askBoth(asSides(choices), asking, { signal, onProgress: () => {} })).after;
      } catch (error) {
        if (budget.isSpent() && !signal.aborted) return undefined;
        throw error;
      }
    },
  };
}
