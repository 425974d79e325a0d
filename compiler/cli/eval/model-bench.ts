/** Judges edited specs by the model of the run, as long as its limits leave requests and time. */
import type { ChoiceRun } from '../../choose/suite.ts';
import type { Surroundings } from '../../check/check.ts';
import type { Project } from '../project/project.ts';
import type { ModelEntry } from './model-entry.ts';
import { limitsOf, planQuestions, runModel } from './model-run.ts';
import { sameCases } from './offline-bench.ts';
import type { Bench } from './suggest.ts';

interface ModelBenchOptions {
  readonly project: Project;
  readonly entry: ModelEntry;
  readonly surroundings: Surroundings;
  readonly runs: readonly ChoiceRun[];
  readonly useCache: boolean;
  readonly signal: AbortSignal;
}

/** Questions count although their answers are known: how much is measured does not depend on what is in the cache. */
export function modelBench({ project, entry, surroundings, runs, useCache, signal }: ModelBenchOptions): Bench {
  const limits = limitsOf(project.settings.evalRuns, entry.prices);
  const end = performance.now() + limits.minutes * 60_000;
  let left = limits.calls - runs.reduce((sum, { cases }) => sum + cases.length * entry.seeds.length, 0);
  return {
    surroundings,
    thrifty: true,
    choicesOf: (compiled) => sameCases(compiled, project, runs),
    async measure(choices) {
      const sides = choices.map((after) => ({ after, before: undefined }));
      const minutes = (end - performance.now()) / 60_000;
      const count = planQuestions(sides, entry).length;
      if (count > left || minutes <= 0) return undefined;
      left -= count;
      const run = { root: project.root, limits: { ...limits, minutes }, useCache, signal, onProgress: () => {} };
      return (await runModel(sides, entry, run)).after;
    },
  };
}
