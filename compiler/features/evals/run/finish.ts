/** The end of a run of evals: what is printed, what is recorded, and whether the gate passed. */
import { basename } from 'node:path';
import { LOST_CASE, WRONG_ARGUMENTS } from '../../../check/notes.ts';
import { findingsOf } from '../judge/findings.ts';
import { gateOf } from '../judge/gate.ts';
import type { Gate } from '../judge/gate.ts';
import { isVoid } from '../figures/suite.ts';
import type { ExitCode, Invocation } from '../../../edge/command-line/command.ts';
import { formatFlag, textFlag, textFlags } from '../../../edge/command-line/command.ts';
import { reportEvals } from './print-report.ts';
import { gateLines } from '../report/report.ts';
import type { FormatName } from '../../../report/format-names.ts';
import { todayOf } from '../../../edge/project/today.ts';
import { fixSuggested } from './fix-suggested.ts';
import { recordRuns } from './record-runs.ts';
import type { FinishedRun, RunContext } from './run-context.ts';
import { suggestEdits } from './suggest-edits.ts';

const BLAMES_TEXTS: ReadonlySet<string> = new Set([LOST_CASE.id, WRONG_ARGUMENTS.id]);

export async function finish(finished: FinishedRun, scene: RunContext): Promise<ExitCode> {
  const { heading, runs, compared, of, shard, chosen = [] } = finished;
  const { project, checked, planned, invocation, config } = scene;
  const format = formatFlag(invocation);
  const found = {
    // Where nothing was ever called, no description is at fault.
    diagnostics: findingsOf(runs, planned.spec, {
      config: config.document,
      severities: project.settings.severities,
      today: todayOf(invocation),
    }).filter(({ code }) => !BLAMES_TEXTS.has(code) || !isVoid(runs)),
    sources: [...checked.texts, ...config.sources],
    root: project.root,
    cwd: invocation.cwd,
  };
  const { tool: mark } = project.settings.evals;
  const gate = nothingLeft(finished, invocation) ?? gateOf(runs, mark, compared);
  const ids = textFlags(invocation, 'fix');
  const suggested = needsEdits(invocation) && showsSomething(gate) ? await suggestEdits(finished, scene) : undefined;
  reportEvals(found, format, {
    project: basename(project.root),
    day: todayOf(invocation),
    heading,
    of,
    part: shard && { ...shard, choices: chosen },
    runs,
    compared,
    // The gate applies to the whole run.
    gate: shard ? undefined : gate,
    suggestions: suggested?.suggestions,
  });
  if (needsEdits(invocation) && !suggested)
    process.stderr.write('No edit was tried: the run shows nothing that an edit could change.\n');
  if (invocation.flags['record'] === true)
    recordRuns(project, { plan: planned.plan, runs, of, gate }, todayOf(invocation));
  const fixed = suggested && ids.length > 0 ? await fixSuggested(suggested, ids, scene) : undefined;
  if (fixed) return exitWithReasons(gateOf(fixed, mark, compared), format);
  return shard ? 0 : EXIT_CODES[gate.verdict];
}

/** The exit code, after the reasons. */
function exitWithReasons(gate: Gate, format: FormatName): ExitCode {
  const stream = format === 'text' ? process.stdout : process.stderr;
  stream.write(
    gateLines({ gate })
      .map((line) => `${line}\n`)
      .join(''),
  );
  return EXIT_CODES[gate.verdict];
}

function needsEdits(invocation: Invocation): boolean {
  return invocation.flags['suggest'] === true || textFlags(invocation, 'fix').length > 0;
}

/** A run that is void for what it judged, and not for what it was compared with, blames no description. */
function showsSomething({ verdict, problems }: Gate): boolean {
  return verdict !== 'void' || problems.length === 0;
}

/** With --only: the records say that there is nothing to run again. */
function nothingLeft({ runs }: FinishedRun, invocation: Invocation): Gate | undefined {
  const only = textFlag(invocation, 'only');
  if (only === undefined || runs.length > 0) return undefined;
  process.stderr.write(`Nothing is recorded as ${only}: no case was run.\n`);
  return { verdict: 'passed', problems: [] };
}

const EXIT_CODES = { passed: 0, failed: 1, void: 2 } as const;
