/** A run of evals in every report format: a new format is a line here; the type requires all of them. */
import { WHOLE_FILE } from '../../../base/diagnostic.ts';
import { textHash } from '../../../plan/hash.ts';
import { type EntryFormat, type ReportEntry, entriesOfFindings } from '../../../report/entry.ts';
import type { PrintContext } from '../../../report/format.ts';
import type { FormatName } from '../../../report/format-names.ts';
import { findingsAsJson, jsonReport } from '../../../report/formats/json.ts';
import { github } from '../../../report/formats/github.ts';
import { gitlab } from '../../../report/formats/gitlab.ts';
import { lines } from '../../../report/formats/lines.ts';
import { sarif } from '../../../report/formats/sarif.ts';
import { evalsPage } from './html/evals-page.ts';
import type { EvalReport } from './figures-text.ts';
import { choiceTitle, evalSummary, gateLines, summaryLines } from './figures-text.ts';
import { comparisonText, verdictText } from './comparison.ts';
import { suggestionsText } from './suggestions.ts';
import { evalsAsJson } from './json.ts';
import { evalsJunit } from './junit.ts';
import { evalsMarkdown } from './markdown.ts';

type PrintEvals = (report: EvalReport, context: PrintContext) => string;

export const EVAL_FORMATS: Readonly<Record<FormatName, PrintEvals>> = {
  text: evalsText,
  json: (report) => jsonReport({ ...findingsAsJson(report.findings), ...evalsAsJson(report) }),
  lines: asEntries(lines),
  sarif: asEntries(sarif),
  github: asEntries(github),
  gitlab: asEntries(gitlab),
  junit: evalsJunit,
  markdown: evalsMarkdown,
  html: (report, context) => String(evalsPage(report, context)),
};

function asEntries(format: EntryFormat): PrintEvals {
  return (report, context) =>
    format.entries([...entriesOfFindings(report.findings), ...figureEntries(report)], context);
}

/** Without a place. `key`: identifies the choice or comparison, independent of its figures. */
function figureEntry(
  id: `eval/${string}`,
  severity: ReportEntry['severity'],
  message: string,
  key: string,
): ReportEntry {
  return { id, severity, message, hint: '', about: WHOLE_FILE, related: [], fingerprint: textHash(`${id} ${key}`) };
}

/** A note for each choice, one for the verdict of a comparison, which is an error where it is worse, and an error for each reason not to pass. */
function figureEntries(report: EvalReport): readonly ReportEntry[] {
  const { heading, runs, compared } = report;
  const gate = gateLines(report).map((line, place) => figureEntry('eval/gate', 'error', line, String(place)));
  const figures = runs.flatMap((run) =>
    summaryLines(run).map((line, place) => {
      const key = place === 0 ? choiceTitle(run) : `${choiceTitle(run)} ${place}`;
      return figureEntry('eval/figures', 'note', `${heading}: ${line}`, key);
    }),
  );
  if (!compared) return [...figures, ...gate];
  const { label, comparison } = compared;
  const severity = comparison.verdict === 'worse' ? 'error' : comparison.verdict === 'void' ? 'warning' : 'note';
  const message = `Against ${label}: ${verdictText(comparison)}`;
  return [...figures, figureEntry('eval/comparison', severity, message, label), ...gate];
}

/** A run of evals for a terminal: figures, the comparison, and suggestions; lost cases are printed as findings. */
function evalsText(report: EvalReport, { show }: PrintContext): string {
  const { heading, runs, compared, suggestions, findings, commands } = report;
  const comparison = compared ? comparisonText(compared, runs) : '';
  const edits = suggestions ? suggestionsText(suggestions, findings.sources, show, commands) : '';
  const gate = gateLines(report).map((line) => `${line}\n`);
  return `${evalSummary(heading, runs)}${comparison}${gate.join('')}${edits}`;
}
