/** JSON for programs: a stable shape with a published JSON Schema; what does not exist is null or an empty list. */
import type { Usage } from '../../versions/usage.ts';
import type { About, Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import {
  type ChangeReport,
  type ComparedSide,
  type PlacedChange,
  type RequestFlip,
  listedChanges,
  summarize,
} from '../changes/report.ts';
import { FILE_FORMATS, numberOf } from '../../base/file-formats.ts';
import { nextOf, sentenceOf } from '../changes/sentence.ts';
import { noteLines } from '../changes/summary.ts';
import { rowOf } from '../changes/rows.ts';
import { digest } from '../changes/digest.ts';
import { hiddenText } from '../changes/narrowed.ts';
import { placeOf } from '../entry.ts';
import { countsOf } from '../findings/counts.ts';
import type { Findings, ReportFormat } from '../format.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';

export const json: ReportFormat = {
  findings: (findings) => jsonReport({ ...findingsAsJson(findings), ...findings.more }),
  changes(report) {
    const { project, day, before, after, versions, deprecated } = report;
    const compared = { project, day, before: comparedEntry(before), after: comparedEntry(after) };
    const staleEvals = report.staleEvals.map(staleEntry);
    const texts = report.texts.map(textEntry);
    const changes = listedChanges(report).map(changeEntry);
    const { tone, headline } = digest(report);
    const verdict = { tone, headline, notShown: hiddenText(report) ?? null };
    const usage = report.usage ? usageEntry(report.usage) : null;
    const summary = summarize(report);
    const notes = noteLines(report);
    return jsonReport({ compared, verdict, notes, changes, staleEvals, texts, versions, deprecated, usage, summary });
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
  return { diagnostics: diagnostics.map((one) => findingEntry(one, sources)), summary: countsOf(diagnostics) };
}

function findingEntry(diagnostic: Diagnostic, sources: ReadonlyMap<string, SourceFile>): object {
  const { code, severity, message, span, about, hint = null, fix } = diagnostic;
  const { file, columns } = placeOf(span, sources);
  const { start, end } = columns;
  const place = { file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  return {
    code,
    severity,
    message,
    ...place,
    hint,
    ...aboutEntry(about),
    fixable: fix !== undefined,
    fix: fixEntry(fix),
  };
}

function fixEntry(fix: Diagnostic['fix']): object | null {
  if (!fix) return null;
  const { title, grade } = fix;
  return { title, grade: grade?.kind ?? null, because: grade?.kind === 'suggestion' ? grade.because : null };
}

function changeEntry(change: PlacedChange): object {
  const { kind, axis, level, subject, before = null, after = null, witness = null, why, fingerprint, target } = change;
  const { file = null, line = null } = change;
  const next = nextOf(change);
  const violations = (change.violations ?? []).map((one) => {
    return { rule: one.kind, severity: one.level === 'breaking' ? 'error' : 'warning', says: sentenceOf(one) };
  });
  return {
    kind,
    axis,
    level,
    subject,
    ...aboutEntry(target),
    before,
    after,
    witness,
    why,
    next,
    fingerprint,
    file,
    line,
    violations,
    command: rowOf(change).step.isCommand ? rowOf(change).step.text : null,
    approval: change.approval ?? null,
    brokenCalls: change.brokenCalls ?? null,
    flip: change.flip ? flipEntry(change.flip) : null,
    recorded: change.recorded ?? [],
    evals: (change.evals ?? []).map(({ choice = null, ...score }) => ({ choice, ...score })),
  };
}

function flipEntry({ request, before, now, model, date }: RequestFlip): object {
  return { request, before: before ?? null, now: now ?? null, model: model ?? null, date: date ?? null };
}

function aboutEntry({ server, tool, skill, path }: About): object {
  return { server: server ?? null, tool: tool ?? null, skill: skill ?? null, path };
}

function usageEntry({ calls, valid, broken, unknown, bad, clients }: Usage): object {
  return { clients, calls, valid, broken, unknown, badLines: bad.count, firstBadLines: bad.lines };
}

function comparedEntry({ label, commit, dirty, versions }: ComparedSide): object {
  return { label, commit: commit ?? null, dirty: dirty ?? null, versions };
}

function textEntry({ server, tool, path, before, after, decision }: ChangeReport['texts'][number]): object {
  const decided = decision ? { decision: decision.decision, reason: decision.reason, date: decision.date } : null;
  return { server, tool, path, before, after, decided };
}

function staleEntry(stale: ChangeReport['staleEvals'][number]): object {
  const { kind, name, tools, cases, hash, casesHash, because, problem } = stale;
  const about = { server: null, skill: null, choice: null, [kind]: name };
  return { ...about, tools, cases, hash, casesHash, because, problem };
}
