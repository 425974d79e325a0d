/** The end of a run of evals: what is printed, what is recorded, and whether the gate passed. */
import { basename } from 'node:path';
import { LOST_CASE, WRONG_ARGUMENTS } from '../../../check/notes.ts';
import { evalFindings } from '../judge/findings.ts';
import { type RunUsage, sumOfUsage } from '../online/engine.ts';
import { type Gate, gateOf } from '../judge/gate.ts';
import { type ChoiceRun, isVoid } from '../figures/suite.ts';
import { type ExitCode, type Invocation, formatFlag, textFlag, textFlags } from '../../../edge/command-line/command.ts';
import { type EvalReport, evalSummary, gateLines, usageText } from '../report/figures-text.ts';
import type { FormatName } from '../../../report/format-names.ts';
import { allChoices } from '../../../versions/receipts/choice.ts';
import { plannedChoices } from '../../../versions/receipts/planned-choices.ts';
import { todayOf } from '../../../edge/project/today.ts';
import { recordRuns } from './record-runs.ts';
import type { FinishedRun, RunContext } from './run-context.ts';
import { type Suggested, suggestEdits } from './suggest-edits.ts';
import { unknownName } from '../../../check/analysis/unknown-name.ts';
import { type Suggestion, gainOf, isProven } from '../suggest/suggestion.ts';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { writeSpecs } from '../../../edge/write/write-specs.ts';
import { type Measured, withEdit } from './suggest.ts';
import { type FindingsInFiles, contextFor, findingsOf, reportFindings } from '../../../edge/command-line/report.ts';
import { EVAL_FORMATS } from '../report/formats.ts';

const BLAMES_TEXTS: ReadonlySet<string> = new Set([LOST_CASE.id, WRONG_ARGUMENTS.id]);

export async function finish(finished: FinishedRun, scene: RunContext): Promise<ExitCode> {
  const { heading, runs, compared, of, shard, chosen = [] } = finished;
  const { project, checked, planned, invocation, config } = scene;
  const format = formatFlag(invocation);
  const found = {
    // Where nothing was ever called, no description is at fault.
    diagnostics: evalFindings(runs, planned.spec, {
      config: config.document,
      severities: project.settings.severities,
      today: todayOf(invocation),
    }).filter(({ code }) => !BLAMES_TEXTS.has(code) || !isVoid(runs)),
    sources: [...checked.texts, ...config.sources],
    root: project.root,
    cwd: invocation.cwd,
  };
  const { tool: mark } = project.settings.evals;
  const whole = allChoices(planned.plan, plannedChoices(project.settings.choices));
  const gate = nothingLeft(finished, invocation) ?? gateOf(runs, mark, compared, whole);
  const ids = textFlags(invocation, 'fix');
  const suggested = needsEdits(invocation) && showsSomething(gate) ? await suggestEdits(finished, scene) : undefined;
  const usage = usageOf(finished);
  reportEvals(found, format, {
    project: basename(project.root),
    day: todayOf(invocation),
    heading,
    of,
    usage,
    part: shard && { ...shard, choices: chosen },
    runs,
    compared,
    // The gate applies to the whole run.
    gate: shard ? undefined : gate,
    suggestions: suggested?.suggestions,
  });
  if (usage) process.stderr.write(escapeUnsafe(`${usageText(usage)}\n`));
  if (needsEdits(invocation) && !suggested)
    process.stderr.write('No edit was tried: the run shows nothing that an edit could change.\n');
  if (invocation.flags['record'] === true)
    recordRuns(project, { plan: planned.plan, runs, of, gate }, todayOf(invocation));
  const fixed = suggested && ids.length > 0 ? await fixSuggested(suggested, ids, scene) : undefined;
  if (fixed) return exitWithReasons(gateOf(fixed, mark, compared, whole), format);
  return shard ? 0 : EXIT_CODES[gate.verdict];
}

/** With what was asked for edits, and by the parts of a run. */
function usageOf({ asking, usage }: FinishedRun): RunUsage | undefined {
  const own = asking && { ...asking.budget.used(), remarks: asking.asked.remarks?.() ?? [] };
  return own && usage ? sumOfUsage([usage, own]) : (own ?? usage);
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

/** The runs with the edits; undefined where nothing was written, or nothing could be measured any more. `flags`: ids, or `all`. */
async function fixSuggested(
  { suggestions, start, bench }: Suggested,
  flags: readonly string[],
  { project, invocation }: RunContext,
): Promise<readonly ChoiceRun[] | undefined> {
  const chosen = pick(suggestions.list, flags);
  const lines: string[] = [];
  let current: Measured = start;
  for (const one of chosen) {
    const tried = await withOne(one, current, bench);
    if ('problem' in tried) lines.push(`${one.id} was left out: ${tried.problem}`);
    else {
      current = tried;
      lines.push(`${one.span.file}: ${one.title} (${one.id})`);
    }
  }
  const isDry = invocation.flags['dry-run'] === true;
  if (!isDry) writeSpecs(project.root, start.specs, current.specs);
  const count = chosen.length - lines.filter((line) => line.includes(' was left out: ')).length;
  lines.push(`${pluralize(count, 'edit')} ${isDry ? 'available' : 'applied'}.`);
  const stream = formatFlag(invocation) === 'text' ? process.stdout : process.stderr;
  stream.write(escapeUnsafe(`\n${lines.join('\n')}\n`));
  if (count === 0 || isDry) return undefined;
  stream.write(escapeUnsafe(evalSummary('\nWith the edits', current.runs)));
  return current.runs;
}

function pick(list: readonly Suggestion[], flags: readonly string[]): readonly Suggestion[] {
  const ids = flags.flatMap((flag) => flag.split(',')).map((id) => id.trim());
  const known = list.map(({ id }) => id);
  const unknown = ids.find((id) => id !== 'all' && !known.includes(id));
  if (unknown !== undefined) {
    const [message, hint] = unknownName('suggestion', unknown, known);
    throw new Failure(message, known.length === 0 ? 'There are no suggestions: run `haft eval --suggest`.' : hint);
  }
  return list.filter((one) => ids.includes(one.id) || (ids.includes('all') && isProven(one)));
}

/** On top of the edits before it: together they may break a case that none of them breaks alone. */
async function withOne(
  one: Suggestion,
  current: Measured,
  bench: Suggested['bench'],
): Promise<Measured | { readonly problem: string }> {
  const edited = withEdit(one, current, bench);
  if (!edited) return { problem: 'the text cannot be changed safely.' };
  if (!edited.isSound()) return { problem: 'together with the others it causes a new finding of `haft check`.' };
  const runs = await bench.measure(bench.choicesOf(edited.compiled), edited.compiled);
  if (!runs) return { problem: 'the limit of the run leaves no requests to measure it.' };
  const gain = gainOf({ from: [] }, current.runs, runs);
  if (gain.lost.length > 0)
    return { problem: `together with the others it breaks ${pluralize(gain.lost.length, 'case')}.` };
  return { specs: edited.specs, compiled: edited.compiled, diagnostics: edited.diagnostics(), runs };
}

/** Text for people: lost cases to stderr, figures to stdout; every other format is one document on stdout. */
function reportEvals(found: FindingsInFiles, format: FormatName, report: Omit<EvalReport, 'findings'>): void {
  if (format === 'text') reportFindings(found, format);
  const text = EVAL_FORMATS[format]({ ...report, findings: findingsOf(found) }, contextFor(process.stdout, found));
  process.stdout.write(text);
}
