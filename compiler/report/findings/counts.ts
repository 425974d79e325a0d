/** The number of findings of each severity. */
import type { Diagnostic } from '../../diagnostic.ts';
import { pluralize } from '../text/pluralize.ts';

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

export function countsOf(diagnostics: readonly Diagnostic[]): Counts {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: diagnostics.length - errors };
}

/** `2 errors, 1 warning`. */
export function countsText({ errors, warnings }: Counts): string {
  return `${pluralize(errors, 'error')}, ${pluralize(warnings, 'warning')}`;
}
