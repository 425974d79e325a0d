/** Diagnostics for programs: a stable shape, 1-based lines and columns, paths relative to the project. */
import type { Diagnostic } from '../../diagnostic.ts';
import { placeOf, summarise } from './printer.ts';
import type { PrintContext } from './printer.ts';

/** `more` are further members of the result. */
export function printJson(diagnostics: readonly Diagnostic[], context: PrintContext, more: object = {}): string {
  return `${JSON.stringify({ ...jsonOf(diagnostics, context), ...more }, null, 2)}\n`;
}

export function jsonOf(diagnostics: readonly Diagnostic[], context: PrintContext): object {
  return { diagnostics: diagnostics.map((one) => entry(one, context)), summary: summarise(diagnostics) };
}

function entry(diagnostic: Diagnostic, context: PrintContext): object {
  const { code, severity, message, span, hint = null } = diagnostic;
  const { start, end } = placeOf(span, context);
  const place = { file: span.file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  return { code, severity, message, ...place, hint };
}
