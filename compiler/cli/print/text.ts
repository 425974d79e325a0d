/** Diagnostics for people: where, what, the line itself, and the next step. */
import type { Diagnostic, Span } from '../../diagnostic.ts';
import { positionAt } from '../../diagnostic.ts';
import { frameOf } from './frame.ts';
import type { PrintContext } from './printer.ts';
import { harmless, paint } from './terminal.ts';

export function printText(diagnostics: readonly Diagnostic[], context: PrintContext): string {
  return diagnostics.map((diagnostic) => `${printOne(diagnostic, context)}\n`).join('\n');
}

function printOne(diagnostic: Diagnostic, context: PrintContext): string {
  const { severity, code, message, span, hint, related = [] } = diagnostic;
  const { terminal } = context;
  return [
    `${place(span, context)} ${paint(terminal, severity === 'error' ? 'red' : 'yellow', severity)} ${paint(terminal, 'dim', code)}`,
    `  ${harmless(message)}`,
    ...frameLines(span, context),
    ...related.map(
      (other) => `  ${paint(terminal, 'dim', 'see:')}  ${place(other.span, context)} ${harmless(other.message)}`,
    ),
    ...(hint ? [`  ${paint(terminal, 'cyan', 'hint:')} ${harmless(hint)}`] : []),
  ].join('\n');
}

function place(span: Span, { sources, show }: PrintContext): string {
  const source = sources.get(span.file);
  const { line, column } = positionAt(source?.text ?? '', source ? span.start : 0);
  return `${harmless(show(span.file))}:${line}:${column}`;
}

function frameLines(span: Span, { sources, terminal }: PrintContext): string[] {
  const source = sources.get(span.file);
  const number = String(positionAt(source?.text ?? '', span.start).line);
  const frame = source && frameOf(source, span, terminal.width - number.length - 6);
  if (!frame) return [];
  const bar = paint(terminal, 'dim', '|');
  return [
    `  ${paint(terminal, 'dim', number)} ${bar} ${frame.source}`,
    `  ${' '.repeat(number.length)} ${bar} ${paint(terminal, 'red', frame.underline)}`,
  ];
}
