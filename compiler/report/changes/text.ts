/** The report for a terminal: first the verdict, then every change with its reason and the next step. */
import { digest } from './digest.ts';
import type { Digest } from './digest.ts';
import type { PrintContext } from '../format.ts';
import { cut, listed, oneLine } from '../../base/text/escape.ts';
import { gravestFirst, grouped, tally } from './group.ts';
import type { Group, ChangedPart, Verdict } from './group.ts';
import { hiddenText } from './narrowed.ts';
import { comparedText, listedChanges } from './report.ts';
import type { ChangeReport } from './report.ts';
import { summaryRows } from './summary.ts';
import type { SummaryLabel } from './summary.ts';
import { fold, painter } from '../../base/text/fold.ts';
import type { Style } from '../../base/text/fold.ts';
import { changeText, STYLES } from './text-change.ts';
import type { TextContext } from './text-change.ts';

/** Changes shown on a terminal; of the less severe ones only the number is shown. */
const MOST = 300;

export function changesText(report: ChangeReport, { color, width, show }: PrintContext): string {
  const context = { paint: painter(color), width: Math.max(width, 40), show };
  const summary = digest(report);
  const all = gravestFirst(listedChanges(report));
  const [shown, rest] = [all.slice(0, MOST), all.slice(MOST)];
  const hidden = hiddenText(report);
  const more = `… and ${listed(
    tally(rest).map(({ verdict, count }) => `${count} ${verdict}`),
    9,
  )} more: see --format json or html.`;
  const parts = [
    head(summary, report, context),
    summaryLines(report, context),
    nextSteps(summary, context),
    hidden === undefined ? '' : fold(hidden, context.width, ''),
    ...grouped(shown).map((group) => groupText(group, context)),
    rest.length > 0 ? fold(more, context.width, '') : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const TONES: Readonly<Record<Digest['tone'], Style>> = { stop: 'red', look: 'yellow', go: 'green' };

function head(
  { tone, headline, says }: Digest,
  { day, before, after }: ChangeReport,
  { paint, width }: TextContext,
): string {
  const compared = paint(
    'dim',
    `${oneLine(cut(comparedText(before), 200))} → ${oneLine(cut(comparedText(after), 200))}, ${oneLine(day)}`,
  );
  return [fold(compared, width, ''), paint('bold', paint(TONES[tone], headline)), fold(says, width, '')].join('\n');
}

const ROW_STYLES: Readonly<Record<SummaryLabel, Style>> = {
  'Not allowed': STYLES['not allowed'],
  Breaking: STYLES.breaking,
  'Possibly breaking': STYLES.unknown,
  'Results may differ': STYLES.risky,
  'Visible to models': 'yellow',
  'Stale evals': 'yellow',
  'Undecided meaning': 'yellow',
  'Same meaning': 'cyan',
  Deprecated: 'cyan',
  Versions: 'cyan',
};

function summaryLines(report: ChangeReport, context: TextContext): string {
  const rows = summaryRows(report, {
    name: oneLine,
    reason: (reason) => oneLine(cut(reason, 200)),
    day: oneLine,
    version: adviceOf,
  });
  return rows.map(([label, names]) => labelled(label, ROW_STYLES[label], names, context)).join('\n');
}

const LABEL = 19;

function labelled(label: string, style: Style, names: readonly string[], { paint, width }: TextContext): string {
  const indent = ' '.repeat(LABEL + 2);
  const separator = names.some((name) => name.includes(',')) ? '\n' : ', ';
  const shown = [...names.slice(0, 12), ...(names.length > 12 ? [`and ${names.length - 12} more`] : [])];
  return fold(shown.join(separator), width, indent, `  ${paint(style, label)}${' '.repeat(LABEL - label.length)}`);
}

function adviceOf({ kind, name, released, written, suggested, enough }: ChangeReport['versions'][number]): string {
  const verdict = enough ? `${written} is sufficient` : `now ${written}, must become ${suggested}`;
  return oneLine(`${kind} ${name}: released ${released}, ${verdict}`);
}

function nextSteps({ steps }: Digest, { width }: TextContext): string {
  if (steps.length === 0) return '';
  const lines = steps.slice(0, 9).map(({ says, about }, index) => {
    const subjects = about.length > 0 ? ` (${listed(about.map(oneLine), 3)})` : '';
    return fold(`${oneLine(says)}${subjects}`, width, '     ', `  ${index + 1}. `);
  });
  const more = steps.length > 9 ? [`     … and ${steps.length - 9} more.`] : [];
  return ['Next', ...lines, ...more].join('\n');
}

function groupText({ kind, name, parts }: Group, context: TextContext): string {
  const title = context.paint('bold', `${kind} ${oneLine(name)}`);
  return [title, ...parts.map((part) => partText(part, kind, context))].join('\n\n');
}

function partText({ tool, changes }: ChangedPart, kind: Group['kind'], context: TextContext): string {
  const counts = tally(changes).map(({ verdict, count }) => colorOf(verdict, `${count} ${verdict}`, context));
  const title = tool === undefined ? `${kind} settings` : `tool ${context.paint('bold', oneLine(tool))}`;
  return [`  ${title}: ${counts.join(', ')}`, ...changes.map((change) => changeText(change, context))].join('\n\n');
}

function colorOf(verdict: Verdict, text: string, { paint }: TextContext): string {
  return paint(STYLES[verdict], text);
}
