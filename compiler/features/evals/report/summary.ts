/** Prints the figures of a run of evals: one line for each choice. */
import type { ChoiceRun } from '../figures/suite.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { figureParts, isSilent } from './figures-text.ts';

/** `heading`: the tier and the model. */
export function evalSummary(heading: string, runs: readonly ChoiceRun[]): string {
  if (runs.length === 0) return `${heading}\n  ${NO_CASE}\n`;
  return `${heading}\n${runs.flatMap((run) => summaryLines(run).map((line) => `  ${line}\n`)).join('')}`;
}

const NO_CASE = 'No case to run: the specs have no `evals`, or none fits the names and flags.';
const CHECK = 'That says nothing of the descriptions: check that the model can call tools.';

/** `server clock: 6 cases; right 4 of 4 (100 %, interval 51–100 %)`. */
export function summaryLines(run: ChoiceRun): readonly string[] {
  const { choice, cases } = run;
  const name = `${choice.kind} ${choice.name}`;
  const line = `${name}: ${pluralize(cases.length, 'case')}; ${figureParts(run).join(', ')}`;
  return isSilent(run) ? [line, `${name}: void, because nothing was ever called. ${CHECK}`] : [line];
}
