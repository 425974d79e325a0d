/** Diagnostics for programs: a stable shape, 1-based lines and columns. */
import type { Diagnostic, SourceFile } from '../../diagnostic.ts';
import { positionAt } from '../../diagnostic.ts';

export interface JsonDiagnostic {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly hint: string | null;
}

export function toJson(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, SourceFile>): JsonDiagnostic[] {
  return diagnostics.map(({ code, severity, message, span, hint = null }) => {
    const text = sources.get(span.file)?.text ?? '';
    const start = positionAt(text, span.start);
    const end = positionAt(text, span.end);
    return {
      code,
      severity,
      message,
      file: span.file,
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      hint,
    };
  });
}

export interface Summary {
  readonly errors: number;
  readonly warnings: number;
}

export function summarise(diagnostics: readonly Diagnostic[]): Summary {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: diagnostics.length - errors };
}
