/** The data of a report on findings, independent of its format. */
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';

/** What a check found, with the texts that lines and columns come from. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** Further members of the JSON result. */
  readonly more?: object;
  /** Formats for people show only the first findings, unless all are requested. */
  readonly all?: boolean;
}
