/** The summary at the top of a report: the verdict, the rows that a reader decides by, what is folded, and what is left to do. */
import type { Change } from '../../versions/change.ts';
import type { Usage } from '../../versions/usage.ts';
import { subjectOf } from '../../versions/target.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { cut, listNames, oneLine } from '../../base/text/escape.ts';
import { countsOfVerdicts } from './group.ts';
import { type ChangeReport, type ComparedSide, type Summary, judgmentsOf, summarize } from './report.ts';
import { type DecisionRow, decisionRows, foldedChanges } from './rows.ts';

export interface Digest {
  /** stop: do not merge yet · look: review first · go: safe. */
  readonly tone: 'stop' | 'look' | 'go';
  readonly headline: string;
  readonly says: string;
  readonly rows: readonly DecisionRow[];
  readonly folded: ReturnType<typeof foldedChanges>;
  readonly steps: readonly NextStep[];
}

/** What no row asks for. */
export interface NextStep {
  readonly says: string;
  /** Subjects that it is for; empty where the step names them itself. */
  readonly about: readonly string[];
}

export function digest(report: ChangeReport): Digest {
  const rows = decisionRows(report.changes);
  const folded = foldedChanges(report.changes);
  return { ...headline({ rows, folded }, summarize(report), report), rows, folded, steps: steps(report) };
}

function headline(
  { rows, folded }: Pick<Digest, 'rows' | 'folded'>,
  summary: Summary,
  report: ChangeReport,
): Pick<Digest, 'tone' | 'headline' | 'says'> {
  const says = inShort(report, summary);
  const has = (verdict: DecisionRow['verdict']): boolean => rows.some((row) => row.verdict === verdict);
  if (has('not allowed')) return { tone: 'stop', headline: 'Changes that are not allowed', says };
  if (has('breaking') || (report.usage?.broken ?? 0) > 0) return { tone: 'stop', headline: 'Breaking changes', says };
  if (has('unknown')) return { tone: 'look', headline: 'Possibly breaking changes', says };
  const hasFold = (title: string): boolean =>
    folded.some((fold) => fold.title === title && fold.changes.some(({ level }) => level !== 'safe'));
  const differing = [
    hasFold('Results may differ') && 'results may differ',
    (summary.staleEvals > 0 || hasFold('Visible to models')) && 'model behavior may change',
    summary.undecidedTexts > 0 && 'meaning to decide',
    summary.warnings > 0 && 'versioning warnings',
  ].filter((fact) => fact !== false);
  if (differing.length > 0) return { tone: 'look', headline: `No breaking changes; ${differing.join('; ')}`, says };
  return { tone: 'go', headline: report.changes.length > 0 ? 'Safe' : 'No changes', says };
}

/** `12 changes: 3 not allowed, 9 safe; 1 change approved.` */
function inShort({ changes, usage, before, after }: ChangeReport, { warnings }: Summary): string {
  const approved = changes.filter(({ approval }) => approval).length;
  const facts = [
    changes.length > 0 && `${pluralize(changes.length, 'change')}: ${countsOfVerdicts(changes)}`,
    warnings > 0 && pluralize(warnings, 'versioning warning'),
    approved > 0 && `${pluralize(approved, 'change')} approved`,
    usage !== undefined && usageText(usage),
  ].filter((fact) => fact !== false);
  return facts.length > 0 ? `${facts.join('; ')}.` : `No difference between ${side(before)} and ${side(after)}.`;
}

function side({ label }: ComparedSide): string {
  return oneLine(cut(label, 200));
}

function usageText({ broken, valid, unknown, bad, clients }: Usage): string {
  const calls = `${broken.toLocaleString('en')} of ${pluralize(valid, 'recorded call')} would be rejected`;
  const others = unknown > 0 ? `, ${pluralize(unknown, 'call')} of unknown tools` : '';
  const from = listNames(clients.map(clientText), 6);
  const lines = bad.count > bad.lines.length ? `${bad.lines.join(', ')}, …` : bad.lines.join(', ');
  return `${calls}${from === '' ? '' : `: ${from}`}${others}${bad.count > 0 ? `, ${pluralize(bad.count, 'bad line')} (${lines})` : ''}`;
}

/** `editor 1.2 2 of 5, 2026-11-01 to 2026-11-20`: days are enough to decide. */
function clientText({ client, broken, valid, first, last }: Usage['clients'][number]): string {
  const [from, to] = [first, last].map((time) => time.slice(0, 10));
  const days = from === '' || to === '' ? '' : from === to ? ` on ${from}` : ` from ${from} to ${to}`;
  return `${broken} of ${valid} of ${cut(client, 60)}${days}`;
}

/** What must be done before a release, in this order: what is not allowed, then what belongs to no change: decide, run, raise. */
function steps({ changes, staleEvals, texts, versions }: ChangeReport): NextStep[] {
  const cures = cureSteps(changes);
  const stale = staleEvals.map(({ kind, name }) => `${kind} ${cut(name, 80)}`);
  const run = {
    says: `Run the evals of ${listNames(stale, 4)}, and record the results with \`haft eval --tier model --record\`.`,
    about: [],
  };
  const isOpen = cures.length > 0;
  const low = versions
    .filter(({ enough }) => !enough)
    .map(({ kind, name, suggested }) => (isOpen ? `${kind} ${name}` : `${kind} ${name} ${suggested}`));
  // Which version is needed is known when that is done: a successor is no breaking change.
  const raise = {
    says: `${isOpen ? 'Then raise' : 'Raise'} the version, or run \`haft release --raise\`.`,
    about: low,
  };
  return [...cures, ...decideSteps(texts), ...(staleEvals.length > 0 ? [run] : []), ...(low.length > 0 ? [raise] : [])];
}

/** A change that is not allowed cannot be released under any version: one step for each command, and one for what no command does. */
function cureSteps(changes: ChangeReport['changes']): NextStep[] {
  const stopping = stoppingIn(changes);
  const commands = [...new Set(stopping.flatMap(({ command }) => command ?? []))];
  const others = stopping.filter(({ command }) => command === undefined);
  const settle = {
    says: `Settle what ${commands.length > 0 ? 'else ' : ''}is not allowed: its step is written there.`,
    about: [...new Set(others.map(({ subject }) => subject))],
  };
  return [
    ...commands.map((command) => ({ says: `Run \`${command}\`: without it no version can be released.`, about: [] })),
    ...(others.length > 0 ? [settle] : []),
  ];
}

function stoppingIn(changes: ChangeReport['changes']): Change[] {
  return judgmentsOf(changes.filter(({ approval }) => !approval)).filter(({ level }) => level === 'breaking');
}

/** While something is not allowed, only those that are high enough: a successor needs another version than the edit itself. */
export function knownVersions({ changes, versions }: ChangeReport): ChangeReport['versions'] {
  return stoppingIn(changes).length > 0 ? versions.filter(({ enough }) => enough) : versions;
}

/** One step for all: whether a text means the same is for its author to say. */
function decideSteps(texts: ChangeReport['texts']): NextStep[] {
  const open = texts.filter(({ decision }) => !decision);
  if (open.length === 0) return [];
  const about = [...new Set(open.map(({ server, tool, path }) => subjectOf({ server, tool, path })))];
  const says =
    'Decide on the changed texts: `haft release --same-meaning "<reason>"`, or `haft bump <tool>` where the meaning changed.';
  return [{ says, about }];
}
