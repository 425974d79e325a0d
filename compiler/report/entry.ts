/** A finding or a change as one record, which formats for programs read. */
import type { About, Diagnostic, Grade, Position, SourceFile, Span } from '../base/diagnostic.ts';
import { WHOLE_FILE, positionAt } from '../base/diagnostic.ts';
import { gravestFirst, verdictOf } from './changes/group.ts';
import { digest } from './changes/digest.ts';
import { hiddenText } from './changes/narrowed.ts';
import { type ChangeReport, type PlacedChange, failingChanges, listedChanges } from './changes/report.ts';
import { rowOf, rowText } from './changes/rows.ts';
import { noteLines } from './changes/summary.ts';
import { subjectOf } from '../versions/target.ts';
import { textHash } from '../plan/hash.ts';
import { isJudgment, nextOf, sentenceOf, whyOf } from './changes/sentence.ts';
import { inOneLine } from './changes/shown.ts';
import type { Findings, PrintContext, ReportFormat } from './format.ts';
import { cut } from '../base/text/escape.ts';

export interface ReportEntry {
  /** Id of the rule or the kind of change. */
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** The next step, or empty. */
  readonly hint: string;
  readonly about: About;
  /** Undefined where the file was deleted, and for figures. */
  readonly place?: Place;
  readonly related: readonly { readonly message: string; readonly place: Place }[];
  readonly fingerprint: string;
  /** The axis of a change. */
  readonly axis?: string;
  /** A change in one line, without its place. */
  readonly brief?: string;
  /** Whether the run fails because of it; where absent, errors fail. */
  readonly fails?: boolean;
  readonly level?: string;
  /** Of a finding: what its fix does, and its grade where a command has proved it. */
  readonly fix?: { readonly title: string; readonly grade?: Grade['kind'] };
}

export interface Place {
  readonly file: string;
  /** 1-based. A change has a line and no columns. */
  readonly line?: number;
  readonly columns?: { readonly start: Position; readonly end: Position };
}

/** A format that programs read: findings, changes and figures are the same kind of entry to it. */
export interface EntryFormat extends ReportFormat {
  entries(entries: readonly ReportEntry[], context: PrintContext): string;
}

export function entryFormat(print: EntryFormat['entries']): EntryFormat {
  return {
    entries: print,
    findings: (findings, context) => print(entriesOfFindings(findings), context),
    changes: (report, context) => print(entriesOfChanges(report), context),
  };
}

export function entriesOfFindings({ diagnostics, sources }: Findings): ReportEntry[] {
  const marks = fingerprints(diagnostics);
  return diagnostics.map((diagnostic, index) => ofFinding(diagnostic, marks[index] ?? '', sources));
}

function ofFinding(diagnostic: Diagnostic, fingerprint: string, sources: Findings['sources']): ReportEntry {
  const { code, severity, message, hint = '', about, span, related = [], fix } = diagnostic;
  return {
    ...(fix && { fix: { title: fix.title, ...(fix.grade && { grade: fix.grade.kind }) } }),
    id: code,
    severity,
    message,
    hint,
    about,
    place: placeOf(span, sources),
    related: related.map((other) => ({ message: other.message, place: placeOf(other.span, sources) })),
    fingerprint,
  };
}

export function placeOf(span: Span, sources: ReadonlyMap<string, SourceFile>): Required<Place> {
  const text = sources.get(span.file)?.text ?? '';
  const [start, end] = [positionAt(text, span.start), positionAt(text, span.end)];
  return { file: span.file, line: start.line, columns: { start, end } };
}

/** What is listed, the most severe first, what else fails the run, and notes. */
function entriesOfChanges(report: ChangeReport): ReportEntry[] {
  const hidden = hiddenText(report);
  const failing = new Set(failingChanges(report).map(({ fingerprint }) => fingerprint));
  const listed = new Set(listedChanges(report).map(({ fingerprint }) => fingerprint));
  // A run that fails says on what, whatever the reader chose to list.
  const changes = report.changes.filter(({ fingerprint }) => failing.has(fingerprint) || listed.has(fingerprint));
  return [
    ...gravestFirst(changes).map((change) => ({ ...ofChange(change), fails: failing.has(change.fingerprint) })),
    ...gateEntries(report),
    ...noteLines(report).map((note) => figure('diff/note', 'note', note, '')),
    ...(hidden === undefined ? [] : [hiddenEntry(hidden, report)]),
  ];
}

/** What a gate on evals or meanings fails, which is no change. */
function gateEntries({ gate, staleEvals, texts }: ChangeReport): ReportEntry[] {
  if (gate === 'stale')
    return staleEvals.map(({ state, problem, next }) => {
      return { ...figure('diff/stale-evals', 'error', `${state}: ${problem}`, `${next}.`), fails: true };
    });
  if (gate !== 'undecided') return [];
  return texts
    .filter(({ decision }) => !decision)
    .map(({ server, tool, path }) => {
      const message = `It is not decided whether ${subjectOf({ server, tool, path })} means the same.`;
      const hint = 'Run `haft release --same-meaning "<reason>"`, or `haft bump <tool>` where the meaning changed.';
      return { ...figure('diff/undecided-text', 'error', message, hint), fails: true };
    });
}

function figure(id: string, severity: ReportEntry['severity'], message: string, hint: string): ReportEntry {
  return {
    id,
    severity,
    message,
    hint,
    about: WHOLE_FILE,
    related: [],
    fingerprint: textHash(`${id} ${message}`),
    fails: false,
  };
}

function hiddenEntry(hidden: string, report: ChangeReport): ReportEntry {
  const { headline, tone } = digest(report);
  return figure(
    'diff/not-shown',
    tone === 'go' ? 'note' : 'warning',
    `${headline}. ${hidden}`,
    'Run `haft diff` without --axis and --level for all changes.',
  );
}

function ofChange(change: PlacedChange): ReportEntry {
  const { kind, axis, level, target, file, line, fingerprint } = change;
  const place = file === undefined ? {} : { place: { file, ...(line !== undefined && { line }) } };
  const message = messageOf(change);
  return {
    id: kind,
    severity: severityOf(change),
    message,
    hint: nextOf(change),
    about: target,
    ...place,
    related: [],
    fingerprint,
    axis,
    level,
    brief: rowText(rowOf(change)),
  };
}

function messageOf(change: PlacedChange): string {
  const { subject, before, after } = change;
  if (isJudgment(change)) return sentenceOf(change);
  const sides = [before, after].map((side) => (side === undefined ? 'none' : cut(inOneLine(side), 300))).join(' → ');
  const judged = (change.violations ?? []).map((one) => ` ${sentenceOf(one)} [${one.kind}]`).join('');
  return `${subject}: ${sentenceOf(change)} (${sides}) ${whyOf(change)}${judged}`;
}

function severityOf(change: PlacedChange): ReportEntry['severity'] {
  const verdict = verdictOf(change);
  if (verdict === 'not allowed' || verdict === 'breaking') return 'error';
  return verdict === 'safe' && change.violations === undefined ? 'note' : 'warning';
}

/** In the order of the diagnostics. Findings of one rule about the same target are numbered. */
export function fingerprints(diagnostics: readonly Diagnostic[]): string[] {
  const counts = new Map<string, number>();
  return diagnostics.map(({ code, span, about }) => {
    const { server, tool, skill, path } = about;
    // Items of a list move when one is inserted: only names are part of the key.
    const names = path.filter((step) => typeof step === 'string');
    const key = JSON.stringify([code, span.file, server, tool, skill, names]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return textHash(count === 1 ? key : `${key} ${count}`);
  });
}
