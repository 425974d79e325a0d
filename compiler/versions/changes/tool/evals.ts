/** The cases that a tool is tested with. */
import { expectsItself } from '../../../plan/eval.ts';
import type { ToolPlan } from '../../../plan/model.ts';
import { changeKinds } from '../../kind.ts';
import { reportChanged } from '../../compare/changed.ts';

export const TOOL_EVALS = changeKinds('tool', [
  {
    id: 'tool/evals',
    axis: 'model',
    level: 'safe',
    says: 'The evals of a tool changed.',
    why: 'Evals test the choice and do not affect it; results for the old cases do not apply to the new ones.',
    next: 'Run the evals of "<tool>" and record the results with `haft eval --tier model --record`.',
    example: {
      before: 'evals: [{ query: find books on bees }]',
      after: 'evals: [{ query: find books on bees }, { query: who wrote Walden }]',
    },
    detect(pair, found) {
      reportChanged(pair, found, ['evals'], ownEvals);
    },
  },
]);

/** An eval expects the tool that it belongs to, also after a rename. */
function ownEvals({ name, evals }: ToolPlan): object[] {
  return evals.map((one) => ({ ...one, expect: expectsItself(one, name) ? 'this tool' : one.expect }));
}
