/** Text for people at a terminal. */
import { changesText } from '../changes/text.ts';
import type { Findings, PrintContext, ReportFormat } from '../format.ts';
import { type Diagnostic, type SourceFile, type Span, positionAt } from '../../base/diagnostic.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { type Paint, type Style, painter } from '../../base/text/fold.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { countsOf, countsText } from '../findings/counts.ts';
import { firstOf } from '../findings/excerpt.ts';
import { frameOf } from '../findings/frame.ts';

const COLORS: Readonly<Record<Diagnostic['severity'], Style>> = { error: 'red', warning: 'yellow', note: 'cyan' };

export const text: ReportFormat = {
  findings: findingsText,
  changes: changesText,
};

/** Empty where nothing was found. */
function findingsText({ diagnostics, sources, all = false }: Findings, context: PrintContext): string {
  if (diagnostics.length === 0) return '';
  const printer: Printer = { ...context, sources, paint: painter(context.color) };
  const shown = all ? diagnostics : firstOf(diagnostics);
  const left = diagnostics.length - shown.length;
  const more = left > 0 ? `… and ${pluralize(left, 'more finding')}: \`haft check --all\` prints all.\n` : '';
  const blocks = shown.map((diagnostic) => `${printOne(diagnostic, printer)}\n`);
  return `${blocks.join('\n')}\n${more}${countsText(countsOf(diagnostics))}\n`;
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
