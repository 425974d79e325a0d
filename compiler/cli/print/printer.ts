/** What every printer is: diagnostics and their context in, text out. */
import type { Diagnostic, Position, SourceFile, Span } from '../../diagnostic.ts';
import { positionAt } from '../../diagnostic.ts';
import type { Terminal } from './terminal.ts';

export interface PrintContext {
  /** By path; lines and columns come from these. */
  readonly sources: ReadonlyMap<string, SourceFile>;
  readonly terminal: Terminal;
  /** The path as a person can open it from where they are. */
  readonly show: (file: string) => string;
}

export type Printer = (diagnostics: readonly Diagnostic[], context: PrintContext) => string;

/** First and last place of a span, 1-based. */
export function placeOf(span: Span, { sources }: PrintContext): { readonly start: Position; readonly end: Position } {
  const text = sources.get(span.file)?.text ?? '';
  return { start: positionAt(text, span.start), end: positionAt(text, span.end) };
}

export interface Summary {
  readonly errors: number;
  readonly warnings: number;
}

export function summarise(diagnostics: readonly Diagnostic[]): Summary {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: diagnostics.length - errors };
}
