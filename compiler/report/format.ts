/** The definition that every report format implements: it prints the findings of a check, or the changes since a release. */
import type { ChangeReport } from './changes/report.ts';
import type { Diagnostic, SourceFile } from '../base/diagnostic.ts';

/** How and where the report is read. */
export interface PrintContext {
  /** The version of Haft. */
  readonly version: string;
  /** Escapes for colors may be used. */
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** The path as a person can open it from where they are. */
  readonly show: (file: string) => string;
  /** The path from the root of the git repository, as services read it. */
  readonly inRepository: (file: string) => string;
}

export interface ReportFormat {
  findings(findings: Findings, context: PrintContext): string;
  changes(report: ChangeReport, context: PrintContext): string;
}

/** What a check found, with the texts that lines and columns come from. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, SourceFile>;
  /** Further members of the JSON result. */
  readonly more?: object;
  /** Formats for people show only the first findings, unless all are requested. */
  readonly all?: boolean;
  /** What prints all of them, a command or a flag; `haft check --all` where absent. */
  readonly wholeBy?: string;
}
