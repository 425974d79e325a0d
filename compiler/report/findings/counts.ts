/** The number of findings of each severity. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import { pluralize } from '../../base/text/pluralize.ts';

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
}

export function countsOf(diagnostics: readonly Diagnostic[]): Counts {
  const count = (wanted: Diagnostic['severity']): number =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  return { errors: count('error'), warnings: count('warning'), notes: count('note') };
}

/** `2 errors, 1 warning`, and `1 note` where there are any. */
export function countsText({ errors, warnings, notes }: Counts): string {
  const text = `${pluralize(errors, 'error')}, ${pluralize(warnings, 'warning')}`;
  return notes > 0 ? `${text}, ${pluralize(notes, 'note')}` : text;
}
