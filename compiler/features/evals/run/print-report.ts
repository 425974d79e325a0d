/** Prints the report of a run of evals. */
import { contextFor, findingsOf, reportFindings } from '../../../edge/command-line/report.ts';
import type { FindingsInFiles } from '../../../edge/command-line/report.ts';
import type { FormatName } from '../../../report/format-names.ts';
import { EVAL_FORMATS } from '../report/formats.ts';
import type { EvalReport } from '../report/report.ts';

/** Text for people: lost cases to stderr, figures to stdout; every other format is one document on stdout. */
export function reportEvals(found: FindingsInFiles, format: FormatName, report: Omit<EvalReport, 'findings'>): void {
  if (format === 'text') reportFindings(found, format);
  const text = EVAL_FORMATS[format]({ ...report, findings: findingsOf(found) }, contextFor(process.stdout, found));
  process.stdout.write(text);
}
