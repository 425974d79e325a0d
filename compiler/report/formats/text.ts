/** Text for people at a terminal: findings, and changes. */
import type { Findings, PrintContext, ReportFormat } from '../format.ts';
import { type Diagnostic, type SourceFile, type Span, positionAt } from '../../base/diagnostic.ts';
import { cut, escapeUnsafe, firstFew, listNames, oneLine } from '../../base/text/escape.ts';
import { type Paint, type Style, fold, painter } from '../../base/text/fold.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { countsOf, countsText } from '../findings/counts.ts';
import { type Alike, alike, subjectsOf } from '../findings/alike.ts';
import { firstOf, frameOf } from '../findings/frame.ts';
import { type Digest, type NextStep, digest } from '../changes/digest.ts';
import { type ChangedPart, type Group, countsOfVerdicts, gravestFirst, groupChanges, tally } from '../changes/group.ts';
import { hiddenText } from '../changes/narrowed.ts';
import { type ChangeReport, comparedText, listedChanges } from '../changes/report.ts';
import { noteLines, summaryRows } from '../changes/summary.ts';
import { rowText } from '../changes/rows.ts';
import { STYLES, type TextContext, changeText } from '../changes/text-change.ts';

/** Changes shown on a terminal; of the less severe ones only the number is shown. */
const MAX_CHANGES = 300;

const TONES: Readonly<Record<Digest['tone'], Style>> = { stop: 'red', look: 'yellow', go: 'green' };

const LABEL = 19;

const COLORS: Readonly<Record<Diagnostic['severity'], Style>> = { error: 'red', warning: 'yellow', note: 'cyan' };

export const text: ReportFormat = {
  findings: findingsText,
  changes: changesText,
};

/** Names and places of one line; with --all there is no limit. */
const MAX_SUBJECTS = 12;

/** Empty where nothing was found. */
function findingsText(findings: Findings, context: PrintContext): string {
  const { diagnostics, sources, all = false, wholeBy = 'haft check --all' } = findings;
  if (diagnostics.length === 0) return '';
  const printer: Printer = { ...context, sources, paint: painter(context.color) };
  const groups = alike(diagnostics);
  const visible = all ? groups : firstOf(groups);
  const remaining = diagnostics.length - visible.flat().length;
  const more = remaining > 0 ? `… and ${pluralize(remaining, 'more finding')}: \`${wholeBy}\` prints all.\n` : '';
  const blocks = visible.map((group) =>
    group.length === 1 ? printOne(group[0], printer) : printAlike(group, all, printer),
  );
  return `${more}${blocks.map((block) => `${block}\n`).join('\n')}\n${totalText(diagnostics)}\n`;
}

function totalText(diagnostics: readonly Diagnostic[]): string {
  const later = diagnostics.filter(({ severity, stopsRelease }) => stopsRelease && severity !== 'error').length;
  const note =
    later > 0 ? ` (\`haft release\` reports ${later} of these as ${later === 1 ? 'an error' : 'errors'})` : '';
  return `${countsText(countsOf(diagnostics))}${note}`;
}

/** What several findings say, and of which subjects. */
function printAlike(findings: Alike, all: boolean, printer: Printer): string {
  const [{ severity, code, message, hint, unnamed = { message, hint } }] = findings;
  const { paint, width } = printer;
  const { noun, names } = subjectsOf(findings, ({ span }) => place(span, printer));
  const list = firstFew(names, all ? Infinity : MAX_SUBJECTS, escapeUnsafe, (more) => `… and ${more} more`);
  const head = `${paint(COLORS[severity], severity)} ${paint('dim', code)} ${pluralize(names.length, noun)}: `;
  return [
    fold(`${head}${list.join(', ')}`, width, '  ', ''),
    `  ${escapeUnsafe(unnamed.message)}`,
    ...(unnamed.hint ? [`  ${paint('cyan', 'hint:')} ${escapeUnsafe(unnamed.hint)}`] : []),
  ].join('\n');
}

interface Printer extends PrintContext {
  readonly sources: ReadonlyMap<string, SourceFile>;
  readonly paint: Paint;
}

function printOne(diagnostic: Diagnostic, printer: Printer): string {
  const { severity, code, message, span, hint, related = [] } = diagnostic;
  const { paint } = printer;
  return [
    `${place(span, printer)} ${paint(COLORS[severity], severity)} ${paint('dim', code)}`,
    `  ${escapeUnsafe(message)}`,
    ...frameLines(span, printer),
    ...related.map(
      (other) => `  ${paint('dim', 'see:')}  ${place(other.span, printer)} ${escapeUnsafe(other.message)}`,
    ),
    ...(hint ? [`  ${paint('cyan', 'hint:')} ${escapeUnsafe(hint)}`] : []),
  ].join('\n');
}

function place(span: Span, { sources, show }: Printer): string {
  const source = sources.get(span.file);
  const { line, column } = positionAt(source?.text ?? '', source ? span.start : 0);
  return `${escapeUnsafe(show(span.file))}:${line}:${column}`;
}

function frameLines(span: Span, { sources, width, paint }: Printer): string[] {
  const source = sources.get(span.file);
  const number = String(positionAt(source?.text ?? '', span.start).line);
  const frame = source && frameOf(source, span, width - number.length - 6);
  if (!frame) return [];
  const bar = paint('dim', '|');
  return [
    `  ${paint('dim', number)} ${bar} ${frame.source}`,
    `  ${' '.repeat(number.length)} ${bar} ${paint('red', frame.underline)}`,
  ];
}

function changesText(report: ChangeReport, { color, width, show }: PrintContext): string {
  const context = { paint: painter(color), width: Math.max(width, 40), show };
  const summary = digest(report);
  const all = gravestFirst(listedChanges(report));
  const [first, rest] = [all.slice(0, MAX_CHANGES), all.slice(MAX_CHANGES)];
  const hidden = hiddenText(report);
  const more = `… and ${countsOfVerdicts(rest)} more: see --format json or html.`;
  const parts = [
    head(summary, report, context),
    rowLines(summary, context),
    summaryLines(report, context),
    nextSteps(summary, context),
    ...noteLines(report).map((note) => fold(`Note: ${oneLine(note)}`, context.width, '')),
    hidden === undefined ? '' : fold(hidden, context.width, ''),
    ...groupChanges(first).map((group) => groupText(group, context)),
    rest.length > 0 ? fold(more, context.width, '') : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function head({ tone, headline, says }: Digest, report: ChangeReport, { paint, width }: TextContext): string {
  const [before, after] = [report.before, report.after].map((side) => oneLine(cut(comparedText(side), 200)));
  const compared = paint('dim', `${before} → ${after}, ${oneLine(report.day)}`);
  return [fold(compared, width, ''), paint('bold', paint(TONES[tone], headline)), fold(says, width, '')].join('\n');
}

/** Rows of the first screen; the rest is below. */
const MAX_ROWS = 20;

/** One row a change, without a box: what a reader decides by. */
function rowLines({ rows }: Digest, { paint, width }: TextContext): string {
  const line = (row: Digest['rows'][number]): string => {
    const lead = `  ${paint(STYLES[row.verdict], row.verdict)}${' '.repeat(13 - row.verdict.length)}`;
    return fold(rowText(row), width, '    ', lead);
  };
  return firstFew(rows, MAX_ROWS, line, (more) => `  … and ${more} more below`).join('\n');
}

function summaryLines(report: ChangeReport, context: TextContext): string {
  const rows = summaryRows(report, { name: oneLine, reason: (reason) => oneLine(cut(reason, 200)), day: oneLine });
  return rows.map(([label, names]) => labelRow(label, names, context)).join('\n');
}

function labelRow(label: string, names: readonly string[], { paint, width }: TextContext): string {
  const indent = ' '.repeat(LABEL + 2);
  const separator = names.some((name) => name.includes(',')) ? '\n' : ', ';
  const entries = firstFew(names, 12, String, (more) => `and ${more} more`);
  return fold(entries.join(separator), width, indent, `  ${paint('cyan', label)}${' '.repeat(LABEL - label.length)}`);
}

function nextSteps({ steps }: Digest, { width }: TextContext): string {
  if (steps.length === 0) return '';
  const line = ({ says, about }: NextStep, index: number): string => {
    const subjects = about.length > 0 ? ` (${listNames(about.map(oneLine), 3)})` : '';
    return fold(`${oneLine(says)}${subjects}`, width, '     ', `  ${index + 1}. `);
  };
  return ['Next', ...firstFew(steps, 9, line, (more) => `     … and ${more} more.`)].join('\n');
}

function groupText({ kind, name, parts }: Group, context: TextContext): string {
  const title = context.paint('bold', `${kind} ${oneLine(name)}`);
  return [title, ...parts.map((part) => partText(part, kind, context))].join('\n\n');
}

function partText({ tool, changes }: ChangedPart, kind: Group['kind'], context: TextContext): string {
  const counts = tally(changes).map(({ verdict, count }) => context.paint(STYLES[verdict], `${count} ${verdict}`));
  const title = tool === undefined ? `${kind} settings` : `tool ${context.paint('bold', oneLine(tool))}`;
  return [`  ${title}: ${counts.join(', ')}`, ...changes.map((change) => changeText(change, context))].join('\n\n');
}
