/** Why a run of evals does not pass: a sentence for each choice that is below the mark, or has cases without an answer. */
import type { ChoiceRun } from '../../choose/suite.ts';
import { pluralize } from '../text/pluralize.ts';
import { choiceTitle } from './report.ts';

/** `mark`: the share of right cases that is wanted. Nothing where the run passes. */
export function missedMarks(runs: readonly ChoiceRun[], mark: number): readonly string[] {
  return runs.flatMap((run) => {
    const { rightTool, failed, notJudged, anyCall } = run.figures;
    const unanswered = `${choiceTitle(run)} has ${pluralize(failed.length, 'case')} without an answer.`;
    // A run in which nothing could be judged, or nothing was ever called, shows nothing.
    if (rightTool.total === 0) return failed.length > 0 && notJudged.length === 0 ? [unanswered] : [];
    if (!anyCall) return [`In ${choiceTitle(run)} nothing was ever called.`];
    const { passed, total } = rightTool;
    if (passed / total < mark)
      return [
        `${choiceTitle(run)} has ${passed} of ${total} right, less than the ${markText(mark)} % of \`evals.gate.tool\`.`,
      ];
    return failed.length > 0 ? [unanswered] : [];
  });
}

function markText(mark: number): string {
  return String(Number((mark * 100).toFixed(2)));
}
