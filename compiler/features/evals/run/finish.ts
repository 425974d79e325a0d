/** The end of a run of evals: what is printed, what is recorded, and whether the gate passed. */
import { basename } from 'node:path';
import { LOST_CASE, WRONG_ARGUMENTS } from '../../../check/notes.ts';
import { evalFindings } from '../judge/findings.ts';
import { type RunUsage, sumOfUsage } from '../online/engine.ts';
import { type Gate, gateOf } from '../judge/gate.ts';
import { type ChoiceRun, isVoid } from '../figures/suite.ts';
import { type ExitCode, type Invocation, formatFlag, textFlag, textFlags } from '../../../edge/command-line/command.ts';
import { type EvalReport, type NextCommands, evalSummary, gateLines, usageText } from '../report/figures-text.ts';
import { TIERS } from '../../../versions/receipts/tiers.ts';
import { allChoices } from '../../../versions/receipts/choice.ts';
import { plannedChoices } from '../../../versions/receipts/planned-choices.ts';
import { todayOf } from '../../../edge/project/today.ts';
import { usageOf } from './ask-sides.ts';
import { commandAgain, commandWith, modelCommand, stepAgain } from './command-again.ts';
import { tierOf } from './tier.ts';
import { recordRuns } from './record-runs.ts';
import type { FinishedRun, RunContext } from './run-context.ts';
import { type SuggestOutcome, suggestEdits } from './suggest-edits.ts';
import { unknownName } from '../../../check/analysis/unknown-name.ts';
import { type Suggestion, gainOf, isProven } from '../suggest/suggestion.ts';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { writeSpecs } from '../../../edge/write/write-specs.ts';
import { type EvalBench, type MeasuredSpecs, withEdit } from './suggest.ts';
import { type FindingsInFiles, contextFor, findingsOf, reportFindings } from '../../../edge/command-line/report.ts';
import { EVAL_FORMATS } from '../report/formats.ts';

const BLAMES_TEXTS: ReadonlySet<string> = new Set([LOST_CASE.id, WRONG_ARGUMENTS.id]);

export async function finish(finished: FinishedRun, scene: RunContext): Promise<ExitCode> {
  const { heading, runs, compared, of, shard, chosen = [] } = finished;
  const { project, planned, invocation } = scene;
  const { gate, printedGate, again } = gatesOf(finished, scene);
  const ids = textFlags(invocation, 'fix');
  const suggested =
    needsEdits(invocation) && (gate.verdict !== 'void' || gate.problems.length === 0)
      ? await suggestEdits(finished, scene)
      : undefined;
  const usage = wholeUsage(finished);
  reportEvals(foundIn(finished, scene), invocation, {
    project: basename(project.root),
    day: todayOf(invocation),
    heading,
    of,
    usage,
    part: shard && { ...shard, choices: chosen },
    runs,
    compared,
    // The gate applies to the whole run.
    gate: shard ? undefined : printedGate,
    suggestions: suggested?.suggestions,
    commands: nextCommands(finished, invocation),
  });
  if (usage) process.stderr.write(escapeUnsafe(`${usageText(usage)}\n`));
  if (needsEdits(invocation) && !suggested)
    process.stderr.write('No edit was tried: the run shows nothing that an edit could change.\n');
  if (invocation.flags['record'] === true)
    recordRuns(project, { plan: planned.plan, runs, of, gate, invocation }, todayOf(invocation));
  const fixed = suggested && ids.length > 0 ? await fixSuggested(suggested, ids, scene) : undefined;
  if (!fixed) return shard ? 0 : exitOf(printedGate);
  const fixedGate = again(fixed);
  remarkStream(invocation).write(
    gateLines({ gate: fixedGate })
      .map((line) => `${line}\n`)
      .join(''),
  );
  return exitOf(fixedGate);
}

/** Offline figures are no model's, so they pass and fail nothing, unless the project says that it has no model. */
function isInstrument({ of }: FinishedRun, { project }: RunContext): boolean {
  return TIERS[of.tier].isOffline && !project.settings.evals.offline;
}

/** Of a record, of the run (none where it judges nothing), and `again` of further runs of the same cases. */
function gatesOf(finished: FinishedRun, scene: RunContext) {
  const { runs, compared } = finished;
  const { planned, invocation, project } = scene;
  const { tool: mark } = project.settings.evals;
  const whole = allChoices(planned.plan, plannedChoices(project.settings.choices));
  const isReading = isInstrument(finished, scene);
  const lost = compared?.comparison.verdict === 'worse' ? { verdict: 'failed' as const, problems: [] } : undefined;
  const judged = (some: readonly ChoiceRun[]): Gate => gateOf(some, mark, compared, whole);
  const gate = nothingLeft(finished, invocation) ?? judged(runs);
  const again = (some: readonly ChoiceRun[]): Gate | undefined => (isReading ? lost : judged(some));
  return { gate, printedGate: isReading ? lost : gate, again };
}

function foundIn(finished: FinishedRun, scene: RunContext): FindingsInFiles {
  const { runs } = finished;
  const { project, checked, planned, invocation, config } = scene;
  const isReading = isInstrument(finished, scene);
  const findings = evalFindings(runs, planned.spec, {
    config: config.document,
    severities: project.settings.severities,
    usual: isReading ? 'note' : 'warning',
    today: todayOf(invocation),
    again: stepAgain(invocation),
  });
  return {
    // Where nothing was ever called, no description is at fault. The summary of offline figures has the requests.
    diagnostics:
      isReading && formatFlag(invocation) === 'text'
        ? []
        : findings.filter(({ code }) => !BLAMES_TEXTS.has(code) || !isVoid(runs)),
    sources: [...checked.texts, ...config.sources],
    root: project.root,
    cwd: invocation.cwd,
  };
}

function nextCommands({ of, shard }: FinishedRun, invocation: Invocation): NextCommands {
  const isAskable = TIERS[of.tier].isOffline || !TIERS[tierOf(invocation)].isOffline;
  return {
    suggest: isAskable && !shard ? commandWith(invocation, '--suggest') : undefined,
    fix: commandWith(invocation, '--fix'),
    model: modelCommand(invocation),
    page: commandWith(invocation, '--format html'),
  };
}

/** Beside a report for programs, nothing else is on stdout. */
function remarkStream(invocation: Invocation): NodeJS.WriteStream {
  return formatFlag(invocation) === 'text' ? process.stdout : process.stderr;
}

function exitOf(gate: Gate | undefined): ExitCode {
  return gate ? EXIT_CODES[gate.verdict] : 0;
}

/** With what was asked for edits, and by the parts of a run. */
function wholeUsage({ asking, usage }: FinishedRun): RunUsage | undefined {
  return sumOfUsage([...(usage ? [usage] : []), ...(asking ? [usageOf(asking)] : [])]);
}

function needsEdits(invocation: Invocation): boolean {
  return invocation.flags['suggest'] === true || textFlags(invocation, 'fix').length > 0;
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
  { suggestions, start, bench }: SuggestOutcome,
  flags: readonly string[],
  { project, invocation }: RunContext,
): Promise<readonly ChoiceRun[] | undefined> {
  if (!bench)
    throw new Failure(
      'Offline no edit is measured, so none is written.',
      `Write the sentence yourself, or name a model: \`${modelCommand(invocation, '--tier model --suggest')}\`.`,
    );
  const chosen = pick(suggestions.list, flags, commandWith(invocation, '--suggest'));
  const lines: string[] = [];
  let [count, current]: [number, MeasuredSpecs] = [0, start];
  for (const one of chosen) {
    const tried = await withOne(one, current, bench);
    if ('problem' in tried) lines.push(`${one.id} was left out: ${tried.problem}`);
    else {
      [count, current] = [count + 1, tried];
      lines.push(`${one.span.file}: ${one.title} (${one.id})`);
    }
  }
  const isDry = invocation.flags['dry-run'] === true;
  if (!isDry) writeSpecs(project.root, start.specs, current.specs);
  lines.push(`${pluralize(count, 'edit')} ${isDry ? 'available' : 'applied'}.`);
  const stream = remarkStream(invocation);
  stream.write(escapeUnsafe(`\n${lines.join('\n')}\n`));
  if (count === 0 || isDry) return undefined;
  stream.write(escapeUnsafe(evalSummary('\nWith the edits', current.runs)));
  return current.runs;
}

function pick(list: readonly Suggestion[], flags: readonly string[], again: string): readonly Suggestion[] {
  const ids = flags.flatMap((flag) => flag.split(',')).map((id) => id.trim());
  const allIds = list.map(({ id }) => id);
  const unknown = ids.find((id) => id !== 'all' && !allIds.includes(id));
  if (unknown !== undefined) {
    const [message, hint] = unknownName('suggestion', unknown, allIds);
    throw new Failure(message, allIds.length === 0 ? `There are no suggestions; \`${again}\` shows why.` : hint);
  }
  const unproven = list.find((one) => ids.includes(one.id) && !isProven(one));
  if (unproven)
    throw new Failure(
      `Suggestion "${unproven.id}" is unproven, so it is not written.`,
      'Write it yourself if it is right, and add cases in other words that show it.',
    );
  return list.filter((one) => isProven(one) && (ids.includes(one.id) || ids.includes('all')));
}

/** On top of the edits before it: together they may break a case that none of them breaks alone. */
async function withOne(one: Suggestion, current: MeasuredSpecs, bench: EvalBench) {
  const edited = withEdit(one, current, bench);
  if (!edited) return { problem: 'the text cannot be changed safely.' };
  if (!edited.isSound()) return { problem: 'together with the others it causes a new finding of `haft check`.' };
  const runs = await bench.measure(bench.choicesOf(edited.compiled), edited.compiled);
  if (!runs) return { problem: 'the limit of the run leaves no requests to measure it.' };
  const gain = gainOf({ from: [], words: '' }, current.runs, runs);
  if (gain.lost.length > 0)
    return { problem: `together with the others it breaks ${pluralize(gain.lost.length, 'case')}.` };
  return { specs: edited.specs, compiled: edited.compiled, diagnostics: edited.diagnostics(), runs };
}

/** Text for people: lost cases to stderr, figures to stdout; every other format is one document on stdout. */
function reportEvals(findings: FindingsInFiles, invocation: Invocation, report: Omit<EvalReport, 'findings'>): void {
  const format = formatFlag(invocation);
  if (format === 'text')
    reportFindings(findings, format, {
      wholeBy: `${commandAgain(invocation, ['format', 'record', 'fix'])} --format lines`,
    });
  const text = EVAL_FORMATS[format](
    { ...report, findings: findingsOf(findings) },
    contextFor(process.stdout, findings),
  );
  process.stdout.write(text);
}
