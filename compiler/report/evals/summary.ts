/** The figures of a run of evals as text: a line for each choice. */
import type { ChoiceRun } from '../../choose/suite.ts';
import { pluralize } from '../text/pluralize.ts';
import { figureParts, isSilent } from './figures-text.ts';

/** `heading`: the tier and the model. */
export function evalSummary(heading: string, runs: readonly ChoiceRun[]): string {
  return `${heading}\n${runs.flatMap((run) => summaryLines(run).map((line) => `  ${line}\n`)).join('')}`;
}

const CHECK = 'That says nothing of the descriptions: check that the model can call tools.';

/** `server clock: 6 cases; right 4 of 4 (100 %, interval 51–100 %)`. */
export function summaryLines(run: ChoiceRun): readonly string[] {
  const { choice, cases } = run;
  const name = `${choice.kind} ${choice.name}`;
  const line = `${name}: ${pluralize(cases.length, 'case')}; ${figureParts(run).join(', ')}`;
  return isSilent(run) ? [line, `${name}: void, because nothing was ever called. ${CHECK}`] : [line];
}
