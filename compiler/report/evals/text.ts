/** A run of evals for a terminal: figures, the comparison, and suggestions; lost cases are printed as findings. */
import type { PrintContext } from '../format.ts';
import { comparisonText } from './comparison.ts';
import type { EvalReport } from './report.ts';
import { suggestionsText } from './suggestions.ts';
import { evalSummary } from './summary.ts';

export function evalsText(
  { heading, runs, compared, missed, suggestions, findings }: EvalReport,
  { show }: PrintContext,
): string {
  const comparison = compared ? comparisonText(compared, runs) : '';
  const edits = suggestions ? suggestionsText(suggestions, findings.sources, show) : '';
  const below = missed.map((why) => `Not passed: ${why}\n`).join('');
  return `${evalSummary(heading, runs)}${comparison}${below}${edits}`;
}
