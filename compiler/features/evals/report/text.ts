/** A run of evals for a terminal: figures, the comparison, and suggestions; lost cases are printed as findings. */
import type { PrintContext } from '../../../report/format.ts';
import { comparisonText } from './comparison.ts';
import { gateLines } from './report.ts';
import type { EvalReport } from './report.ts';
import { suggestionsText } from './suggestions.ts';
import { evalSummary } from './figures-text.ts';

export function evalsText(report: EvalReport, { show }: PrintContext): string {
  const { heading, runs, compared, suggestions, findings } = report;
  const comparison = compared ? comparisonText(compared, runs) : '';
  const edits = suggestions ? suggestionsText(suggestions, findings.sources, show) : '';
  const gate = gateLines(report).map((line) => `${line}\n`);
  return `${evalSummary(heading, runs)}${comparison}${gate.join('')}${edits}`;
}
