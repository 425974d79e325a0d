/** The figures of a run of evals as text: a line for each choice, and what they are shares of. */
import type { Figure } from '../../choose/figures.ts';
import type { ChoiceRun } from '../../choose/suite.ts';
import { pluralize } from '../text/pluralize.ts';

/** `heading`: the tier and the model. */
export function evalSummary(heading: string, runs: readonly ChoiceRun[]): string {
  return `${heading}\n${runs.flatMap((run) => linesOf(run).map((line) => `  ${line}\n`)).join('')}`;
}

function linesOf({ choice, cases, figures }: ChoiceRun): readonly string[] {
  const { rightTool, wrongTool, noCall, needlessCall, rightArguments, flaky, failed, notJudged, anyCall } = figures;
  const parts = [
    shown('right', rightTool),
    wrongTool.passed > 0 ? `another ${wrongTool.passed}` : '',
    noCall.passed > 0 ? `no call ${noCall.passed}` : '',
    needlessCall.total > 0 ? shown('needless calls', needlessCall) : '',
    rightArguments.total > 0 ? shown('right arguments', rightArguments) : '',
    flaky.length > 0 ? `flaky ${flaky.length}` : '',
    failed.length > 0 ? `failed ${failed.length}` : '',
    notJudged.length > 0 ? `not judged ${notJudged.length}` : '',
  ];
  const name = `${choice.kind} ${choice.name}`;
  const line = `${name}: ${pluralize(cases.length, 'case')}; ${parts.filter((part) => part !== '').join(', ')}`;
  const isVoid = rightTool.total > 0 && !anyCall;
  return isVoid ? [line, `${name}: void, because nothing was ever called.`] : [line];
}

/** `right 38 of 40 (95 %, interval 83–99 %)`; nothing to show of no cases. */
function shown(what: string, { passed, total, low, high }: Figure): string {
  if (total === 0) return '';
  return `${what} ${passed} of ${total} (${percent(passed / total)} %, interval ${percent(low)}–${percent(high)} %)`;
}

function percent(share: number): number {
  return Math.round(share * 100);
}
