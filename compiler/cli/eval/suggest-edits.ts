/** `haft eval --suggest`: the suggestions for the lost cases of a run, measured by the tier of the run. */
import type { Suggestions } from '../../choose/suggest/suggestion.ts';
import { compile } from '../../compile.ts';
import { openProgress } from '../command-line/progress.ts';
import { todayOf } from '../project/today.ts';
import { surroundingsOf } from '../tasks/build.ts';
import type { Finished, Scene } from './scene.ts';
import { modelBench } from './model-bench.ts';
import { offlineBench } from './offline-bench.ts';
import { suggestFor } from './suggest.ts';
import type { Bench, Measured } from './suggest.ts';

export interface Suggested {
  readonly suggestions: Suggestions;
  readonly start: Measured;
  readonly bench: Bench;
}

export async function suggestEdits({ runs, entry }: Finished, scene: Scene): Promise<Suggested> {
  const { project, checked, planned, invocation } = scene;
  const { specs } = checked.sources;
  const surroundings = surroundingsOf(project, checked.sources, todayOf(invocation));
  const { diagnostics } = compile(specs, surroundings);
  const start = { specs, compiled: planned, diagnostics, runs };
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort();
  process.once('SIGINT', stop);
  const progress = openProgress();
  try {
    const useCache = invocation.flags['no-cache'] !== true;
    const bench = entry
      ? modelBench({ project, entry, surroundings, runs, useCache, signal: interrupt.signal })
      : offlineBench(project, surroundings, runs);
    const onStep = (done: number, total: number): void => progress.count('trying edits', done, total, 'confusions');
    return { suggestions: await suggestFor(start, bench, onStep), start, bench };
  } finally {
    progress.clear();
    process.off('SIGINT', stop);
  }
}
