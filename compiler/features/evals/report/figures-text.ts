/** The figures of a choice in words, with what they are shares of. */
import type { Figure } from '../figures/figures.ts';
import type { ChoiceRun } from '../figures/suite.ts';
import { pluralize } from '../../../base/text/pluralize.ts';

const NO_CASE = 'No case to run: the specs have no `evals`, or none fits the names and flags.';

const CHECK = 'That says nothing of the descriptions: check that the model can call tools.';

/** What is chosen wrongly. */
const OFFERED: Readonly<Record<ChoiceRun['choice']['kind'], string>> = {
  server: 'tool',
  skill: 'skill',
  choice: 'tool or skill',
};

/** `right 38 of 40 (95 %, interval 83–99 %), wrong tool 2`: a part for each figure that has a case. */
export function figureParts({ choice, figures }: ChoiceRun): readonly string[] {
  const { rightTool, wrongTool, noCall, needlessCall, rightArguments, flaky, failed, notJudged } = figures;
  const parts = [
    figureText('right', rightTool),
    wrongTool.passed > 0 ? `wrong ${OFFERED[choice.kind]} ${wrongTool.passed}` : '',
    noCall.passed > 0 ? `no call ${noCall.passed}` : '',
    needlessCall.total > 0 ? figureText('needless calls', needlessCall) : '',
    rightArguments.total > 0 ? figureText('right arguments', rightArguments) : '',
    flaky.length > 0 ? `flaky ${flaky.length}` : '',
    failed.length > 0 ? `no answer ${failed.length}` : '',
    notJudged.length > 0 ? `not judged ${notJudged.length}` : '',
  ];
  return parts.filter((part) => part !== '');
}

/** A run in which nothing is ever called says nothing of the descriptions. */
export function isSilent({ figures: { rightTool, anyCall } }: ChoiceRun): boolean {
  return rightTool.total > 0 && !anyCall;
}

/** `95 %, interval 83–99 %`. */
export function shareText({ passed, total, low, high }: Figure): string {
  return `${percent(passed / total)} %, interval ${percent(low)}–${percent(high)} %`;
}

/** Nothing to show of no cases. */
function figureText(what: string, figure: Figure): string {
  const { passed, total } = figure;
  return total === 0 ? '' : `${what} ${passed} of ${total} (${shareText(figure)})`;
}

function percent(share: number): number {
  return Math.round(share * 100);
}

/** `heading`: the tier and the model. */
export function evalSummary(heading: string, runs: readonly ChoiceRun[]): string {
  if (runs.length === 0) return `${heading}\n  ${NO_CASE}\n`;
  return `${heading}\n${runs.flatMap((run) => summaryLines(run).map((line) => `  ${line}\n`)).join('')}`;
}

/** `server clock: 6 cases; right 4 of 4 (100 %, interval 51–100 %)`. */
export function summaryLines(run: ChoiceRun): readonly string[] {
  const { choice, cases } = run;
  const name = `${choice.kind} ${choice.name}`;
  const line = `${name}: ${pluralize(cases.length, 'case')}; ${figureParts(run).join(', ')}`;
  return isSilent(run) ? [line, `${name}: void, because nothing was ever called. ${CHECK}`] : [line];
}
