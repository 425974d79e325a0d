/** The end of a run of evals: what is printed, what is recorded, and whether the gate held. */
import { findingsOf } from '../../choose/findings.ts';
import { isVoid } from '../../choose/suite.ts';
import type { ChoiceRun, ComparedRun } from '../../choose/suite.ts';
import type { Compiled } from '../../compile.ts';
import type { Shard } from '../../choose/shard.ts';
import { choiceKey } from '../../evals/choice.ts';
import type { Choice } from '../../evals/choice.ts';
import { comparisonText } from '../../report/evals/comparison.ts';
import { evalSummary } from '../../report/evals/summary.ts';
import type { ExitCode, Invocation } from '../command-line/command.ts';
import { formatFlag } from '../command-line/command.ts';
import { reportFindings } from '../command-line/report.ts';
import type { OpenedProject, Project } from '../project/project.ts';
import { todayOf } from '../project/today.ts';
import type { Checked } from '../tasks/build.ts';
import { recordRuns } from './record-runs.ts';
import type { Recorded } from './record-runs.ts';

export interface Finished {
  readonly heading: string;
  readonly runs: readonly ChoiceRun[];
  /** With --against. */
  readonly compared: ComparedRun | undefined;
  /** Who gave the results. */
  readonly of: Recorded;
  /** Where only a part was run: its number, and the choices that all parts are of. */
  readonly shard?: Shard | undefined;
  readonly chosen?: readonly Choice[];
}

/** What a run of evals is about. */
export interface Scene {
  readonly project: Project;
  readonly checked: Checked;
  readonly planned: Compiled;
  readonly invocation: Invocation;
  /** haft.yaml. */
  readonly config: Pick<OpenedProject, 'document' | 'sources'>;
}

export function finish(finished: Finished, scene: Scene): ExitCode {
  const { heading, runs, compared, of, shard } = finished;
  const { project, checked, planned, invocation, config } = scene;
  const format = formatFlag(invocation);
  const diagnostics = findingsOf(runs, planned.spec, config.document);
  const found = {
    diagnostics,
    sources: [...checked.texts, ...config.sources],
    root: project.root,
    cwd: invocation.cwd,
  };
  const against = compared && { label: compared.label, ...compared.comparison, before: compared.before.map(asJson) };
  reportFindings(found, format, { run: runJson(finished), evals: runs.map(asJson), ...(against && { against }) });
  if (format === 'text') {
    process.stdout.write(evalSummary(heading, runs));
    if (compared) process.stdout.write(comparisonText(compared, runs));
  }
  if (invocation.flags['record'] === true) recordRuns(project, runs, of, todayOf(invocation));
  // Whether the gate held is said of the whole.
  if (shard) return 0;
  return exitCodeOf(runs, compared, project.settings.evals.tool);
}

/** What `haft eval merge` needs to know of a part. */
function runJson({ heading, of: { tier, model, engine, seeds }, shard, chosen = [] }: Finished): object {
  const choices = chosen.map((choice) => ({
    choice: choiceKey(choice),
    hash: choice.hash,
    casesHash: choice.casesHash,
  }));
  return { heading, tier, model, engine, seeds, ...(shard && { shard: `${shard.number}/${shard.of}`, choices }) };
}

function asJson({ choice, figures, cases }: ChoiceRun): object {
  const results = cases.map(({ one, trials }) => ({ id: one.id, owner: one.owner, request: one.request, trials }));
  return { choice: choiceKey(choice), figures, cases: results };
}

/** What says nothing is no failure of the specs: a comparison that is void, and cases that expect calls without any call. */
function exitCodeOf(runs: readonly ChoiceRun[], compared: ComparedRun | undefined, mark: number): ExitCode {
  if (isVoid([...runs, ...(compared?.before ?? [])])) return 2;
  const verdict = compared?.comparison.verdict;
  if (verdict === 'worse' || !runs.every(({ figures }) => isHeld(figures, mark))) return 1;
  return verdict === 'void' ? 2 : 0;
}

/** A run in which nothing could be judged, or nothing was ever called, shows nothing. */
function isHeld({ rightTool, failed, notJudged, anyCall }: ChoiceRun['figures'], mark: number): boolean {
  if (rightTool.total === 0) return failed.length === 0 || notJudged.length > 0;
  return anyCall && rightTool.passed / rightTool.total >= mark && failed.length === 0;
}
