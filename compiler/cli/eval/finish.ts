/** The end of a run of evals: what is printed, what is recorded, and whether the gate held. */
import { basename } from 'node:path';
import { findingsOf } from '../../choose/findings.ts';
import { isVoid } from '../../choose/suite.ts';
import type { ChoiceRun, ComparedRun } from '../../choose/suite.ts';
import { missedMarks } from '../../report/evals/gate.ts';
import type { ExitCode } from '../command-line/command.ts';
import { formatFlag, textFlags } from '../command-line/command.ts';
import { reportEvals } from '../command-line/report.ts';
import { todayOf } from '../project/today.ts';
import { fixSuggested } from './fix-suggested.ts';
import { recordRuns } from './record-runs.ts';
import type { Finished, Scene } from './scene.ts';
import { suggestEdits } from './suggest-edits.ts';

export async function finish(finished: Finished, scene: Scene): Promise<ExitCode> {
  const { heading, runs, compared, of, shard, chosen = [] } = finished;
  const { project, checked, planned, invocation, config } = scene;
  const format = formatFlag(invocation);
  const found = {
    diagnostics: findingsOf(runs, planned.spec, config.document).filter(({ code }) => {
      // Where nothing was ever called, no description is at fault.
      return code === 'eval/failed' || !isVoid(runs);
    }),
    sources: [...checked.texts, ...config.sources],
    root: project.root,
    cwd: invocation.cwd,
  };
  const wantsFix = textFlags(invocation, 'fix').length > 0;
  const suggested = invocation.flags['suggest'] === true || wantsFix ? await suggestEdits(finished, scene) : undefined;
  const code = exitCodeOf(runs, compared, project.settings.evals.tool);
  reportEvals(found, format, {
    project: basename(project.root),
    day: todayOf(invocation),
    heading,
    of,
    part: shard && { ...shard, choices: chosen },
    runs,
    compared,
    held: code !== 1,
    // Whether the gate held is said of the whole, and a void run says why itself.
    missed: shard || code !== 1 ? [] : missedMarks(runs, project.settings.evals.tool),
    suggestions: suggested?.suggestions,
  });
  if (invocation.flags['record'] === true) recordRuns(project, runs, of, todayOf(invocation));
  const fixed = suggested && wantsFix ? await fixSuggested(suggested, textFlags(invocation, 'fix'), scene) : undefined;
  if (fixed) return exitCodeOf(fixed, compared, project.settings.evals.tool);
  return shard ? 0 : code;
}

/** What says nothing is no failure of the specs: a comparison that is void, and cases that expect calls without any call. */
function exitCodeOf(runs: readonly ChoiceRun[], compared: ComparedRun | undefined, mark: number): ExitCode {
  if (isVoid([...runs, ...(compared?.before ?? [])])) return 2;
  const verdict = compared?.comparison.verdict;
  if (verdict === 'worse' || missedMarks(runs, mark).length > 0) return 1;
  return verdict === 'void' ? 2 : 0;
}
