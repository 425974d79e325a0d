/** Diagnostics for programs: a stable shape, 1-based lines and columns, paths relative to the project. */
import type { Diagnostic } from '../../diagnostic.ts';
import { placeOf, summarise } from './printer.ts';
import type { PrintContext } from './printer.ts';

/** `more` are further members of the result. */
export function printJson(diagnostics: readonly Diagnostic[], context: PrintContext, more: object = {}): string {
  const result = {
    diagnostics: diagnostics.map((one) => entry(one, context)),
    summary: summarise(diagnostics),
    ...more,
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

function entry(diagnostic: Diagnostic, context: PrintContext): object {
  const { code, severity, message, span, hint = null } = diagnostic;
  const { start, end } = placeOf(span, context);
  const place = { file: span.file, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  return { code, severity, message, ...place, hint };
}
