/** A run of evals in every report format: a new format is a line here; the type requires all of them. */
import { WHOLE_FILE, positionAt } from '../../../base/diagnostic.ts';
import { textHash } from '../../../plan/hash.ts';
import { entriesOfFindings } from '../../../report/entry.ts';
import type { ReportEntry, EntryFormat } from '../../../report/entry.ts';
import type { PrintContext } from '../../../report/format.ts';
import type { FormatName } from '../../../report/format-names.ts';
import { findingsAsJson, jsonReport } from '../../../report/formats/json.ts';
import { github } from '../../../report/formats/github.ts';
import { gitlab } from '../../../report/formats/gitlab.ts';
import { sarif } from '../../../report/formats/sarif.ts';
import { evalsPage } from './html/evals-page.ts';
import { evalsJunit } from './junit.ts';
import { evalsMarkdown } from './markdown.ts';
import type { EvalReport } from './report.ts';
import { verdictText, comparisonText } from './comparison.ts';
import { choiceTitle, gateLines } from './report.ts';
import { summaryLines, evalSummary } from './summary.ts';
import { isProven } from '../suggest/suggestion.ts';
import type { Suggestion } from '../suggest/suggestion.ts';
import type { ChoiceRun } from '../figures/suite.ts';
import { choiceKey } from '../../../versions/receipts/choice.ts';
import type { SourceFile } from '../../../base/diagnostic.ts';
import { suggestionsText } from './suggestions.ts';

type PrintEvals = (report: EvalReport, context: PrintContext) => string;

export const EVAL_FORMATS: Readonly<Record<FormatName, PrintEvals>> = {
  text: evalsText,
  json: (report) => jsonReport({ ...findingsAsJson(report.findings), ...evalsAsJson(report) }),
  sarif: asEntries(sarif),
  github: asEntries(github),
  gitlab: asEntries(gitlab),
  junit: evalsJunit,
  markdown: evalsMarkdown,
  html: (report, context) => String(evalsPage(report, context)),
};

function asEntries(format: EntryFormat): PrintEvals {
  return (report, context) =>
    format.entries([...entriesOfFindings(report.findings), ...figureLines(report).map(ofFigure)], context);
}

function ofFigure({ id, severity, message, key }: FigureLine): ReportEntry {
  return { id, severity, message, hint: '', about: WHOLE_FILE, related: [], fingerprint: textHash(`${id} ${key}`) };
}

interface FigureLine {
  readonly id: 'eval/figures' | 'eval/comparison' | 'eval/gate';
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** Identifies the choice or comparison, independent of its figures. */
  readonly key: string;
}

/** A note for each choice, one for the verdict of a comparison, which is an error where it is worse, and an error for each reason not to pass. */
function figureLines(report: EvalReport): readonly FigureLine[] {
  const { heading, runs, compared } = report;
  const gate = gateLines(report).map((message, place): FigureLine => {
    return { id: 'eval/gate', severity: 'error', message, key: String(place) };
  });
  const figures = runs.flatMap((run) =>
    summaryLines(run).map((line, place): FigureLine => {
      const key = place === 0 ? choiceTitle(run) : `${choiceTitle(run)} ${place}`;
      return { id: 'eval/figures', severity: 'note', message: `${heading}: ${line}`, key };
    }),
  );
  if (!compared) return [...figures, ...gate];
  const { label, comparison } = compared;
  const severity = comparison.verdict === 'worse' ? 'error' : comparison.verdict === 'void' ? 'warning' : 'note';
  const message = `Against ${label}: ${verdictText(comparison)}`;
  return [...figures, { id: 'eval/comparison', severity, message, key: label }, ...gate];
}

function evalsAsJson(report: EvalReport): object {
  const {
    runs,
    compared,
    gate,
    suggestions,
    findings: { sources },
  } = report;
  return {
    run: runMember(report),
    evals: runs.map(runEntry),
    ...(gate && { gate }),
    ...(compared && {
      against: { label: compared.label, ...compared.comparison, before: compared.before.map(runEntry) },
    }),
    ...(suggestions && {
      suggestions: { ...suggestions, list: suggestions.list.map((one) => suggestionEntry(one, sources)) },
    }),
  };
}

/** Who gave the results, and what `haft eval merge` needs to know of a part. */
function runMember({ heading, of: { tier, model, engine, seeds }, part }: EvalReport): object {
  const shard = part && {
    shard: `${part.number}/${part.of}`,
    choices: part.choices.map((choice) => {
      return { choice: choiceKey(choice), hash: choice.hash, casesHash: choice.casesHash, cases: choice.cases.length };
    }),
  };
  return { heading, tier, model, engine, seeds, ...shard };
}

function runEntry({ choice, figures, cases }: ChoiceRun): object {
  const results = cases.map(({ one, trials }) => ({ id: one.id, owner: one.owner, request: one.request, trials }));
  return { choice: choiceKey(choice), figures, cases: results };
}

function suggestionEntry(one: Suggestion, sources: ReadonlyMap<string, SourceFile>): object {
  const { id, kind, choice, expected = null, chosen = null, title, from, leavesScore = false, gain, fix, span } = one;
  const { line, column } = positionAt(sources.get(span.file)?.text ?? '', span.start);
  const { won, lost, cases, own = null } = gain;
  const place = { file: span.file, line, column };
  const edits = fix.edits.map(({ file, start, end, text }) => ({ file, start, end, text }));
  const measured = { won, lost, cases, own };
  return {
    id,
    kind,
    choice,
    expected,
    chosen,
    title,
    ...place,
    from,
    leavesScore,
    proven: isProven(one),
    gain: measured,
    edits,
  };
}

function evalsText(report: EvalReport, { show }: PrintContext): string {
  const { heading, runs, compared, suggestions, findings } = report;
  const comparison = compared ? comparisonText(compared, runs) : '';
  const edits = suggestions ? suggestionsText(suggestions, findings.sources, show) : '';
  const gate = gateLines(report).map((line) => `${line}\n`);
  return `${evalSummary(heading, runs)}${comparison}${gate.join('')}${edits}`;
}
