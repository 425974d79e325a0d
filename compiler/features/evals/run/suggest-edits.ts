/** `haft eval --suggest`: the suggestions for the lost cases of a run, measured by the tier of the run. */
import type { Suggestions } from '../suggest/suggestion.ts';
import { planSpecs } from '../../../plan/plan-specs.ts';
import { todayOf } from '../../../edge/project/today.ts';
import { surroundingsOf } from '../../../edge/tasks/surroundings.ts';
import type { FinishedRun, RunContext } from './run-context.ts';
import { onlineBench } from './online-bench.ts';
import { askingOf, interruptible } from './asking.ts';
import type { Interview } from './asking.ts';
import { offlineBench } from './offline-bench.ts';
import { suggestFor } from './suggest.ts';
import type { EvalBench, Measured } from './suggest.ts';
import { sameOnlineTier } from './tier.ts';

export interface Suggested {
  readonly suggestions: Suggestions;
  readonly start: Measured;
  readonly bench: EvalBench;
}

/** @throws Failure where further questions are needed, and the flags do not name who gave the results. */
export async function suggestEdits({ runs, of, asking: current }: FinishedRun, scene: RunContext): Promise<Suggested> {
  const { project, checked, planned, invocation } = scene;
  const { specs } = checked.sources;
  const surroundings = surroundingsOf(project, checked.sources, todayOf(invocation));
  const { diagnostics } = planSpecs(specs, surroundings);
  const start = { specs, compiled: planned, diagnostics, runs };
  const asking = current ?? (await askingFor(of, scene));
  return interruptible(['trying edits', 'confusions'], async (signal, count) => {
    const bench = asking
      ? onlineBench({ project, asking, surroundings, runs, signal })
      : offlineBench(project, surroundings, runs);
    return { suggestions: await suggestFor(start, bench, count), start, bench };
  });
}

/** A merge has asked no model so far. */
async function askingFor(of: FinishedRun['of'], scene: RunContext): Promise<Interview | undefined> {
  if (of.tier === 'offline') return undefined;
  const why = 'Each suggested edit is measured with further requests.';
  return askingOf(await sameOnlineTier(of, scene.invocation, scene.project.settings, why), scene);
}
