/** JSON for programs: the members of the published JSON Schema; what does not exist is null or an empty list. */
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import { type PlacedChange, listedChanges, summarize } from '../changes/report.ts';
import { FILE_FORMATS, numberOf } from '../../base/file-formats.ts';
import { nextOf, sentenceOf } from '../changes/sentence.ts';
import { noteLines } from '../changes/summary.ts';
import { rowOf } from '../changes/rows.ts';
import { digest } from '../changes/digest.ts';
import { hiddenText } from '../changes/narrowed.ts';
import { placeOf } from '../entry.ts';
import { CHANGES_SCHEMA, FINDING, shapedBy } from '../json-schema.ts';
import { countsOf } from '../findings/counts.ts';
import type { Findings, ReportFormat } from '../format.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';

export const json: ReportFormat = {
  findings: (findings) => jsonReport({ ...findingsAsJson(findings), ...findings.more }),
  changes(report) {
    const { project, day, before, after, usage } = report;
    const { tone, headline } = digest(report);
    const printed = {
      ...report,
      compared: { project, day, before, after },
      verdict: { tone, headline, notShown: hiddenText(report) },
      notes: noteLines(report),
      changes: listedChanges(report).map(changeEntry),
      staleEvals: report.staleEvals.map(({ kind, name, state: _state, next: _next, ...stale }) => ({
        ...stale,
        [kind]: name,
      })),
      texts: report.texts.map(({ decision: decided, ...text }) => ({ ...text, decided })),
      usage: usage && { ...usage, badLines: usage.bad.count, firstBadLines: usage.bad.lines },
      summary: summarize(report),
    };
    return jsonReport(Object(shapedBy(CHANGES_SCHEMA, { ...REPORT, ...printed })));
  },
};

/** `haft eval merge` reads reports again, and so do programs of others: the number tells them the form. */
const REPORT = { [FILE_FORMATS.report.key]: numberOf(FILE_FORMATS.report) };

/** A report as JSON, with the number of its form; the escapes of what cannot be seen mean the very same characters. */
export function jsonReport(result: object): string {
  return `${escapeUnsafe(JSON.stringify({ ...REPORT, ...result }, null, 2))}\n`;
}

/** The findings as members of a JSON result. */
export function findingsAsJson({ diagnostics, sources }: Findings): object {
  return {
    diagnostics: diagnostics.map((one) => shapedBy(FINDING, findingEntry(one, sources))),
    summary: countsOf(diagnostics),
  };
}

function findingEntry(diagnostic: Diagnostic, sources: ReadonlyMap<string, SourceFile>): object {
  const { span, about, fix } = diagnostic;
  const { file, columns } = placeOf(span, sources);
  const { start, end } = columns;
  const place = { file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  const { grade } = fix ?? {};
  return {
    ...diagnostic,
    ...about,
    ...place,
    fixable: fix !== undefined,
    fix: fix && { ...fix, grade: grade?.kind, because: grade?.kind === 'suggestion' ? grade.because : null },
  };
}

function changeEntry(change: PlacedChange): object {
  const { target, violations = [] } = change;
  const { step } = rowOf(change);
  return {
    ...change,
    ...target,
    next: nextOf(change),
    violations: violations.map((one) => {
      return { rule: one.kind, severity: one.level === 'breaking' ? 'error' : 'warning', says: sentenceOf(one) };
    }),
    command: step.isCommand ? step.text : null,
  };
}
