/** The evals of a tool changed. */
import { changed } from '../../parts/changed.ts';
import type { ToolPlan } from '../../../plan/model.ts';
import { changeKind } from '../../kind.ts';

export const toolEvals = changeKind({
  id: 'tool/evals',
  scope: 'tool',
  axis: 'model',
  level: 'safe',
  says: 'The evals of a tool changed.',
  why: 'They test the choice and do not move it; results recorded for the old cases say nothing of the new ones.',
  next: 'Run the evals of "<tool>" and record the results with "haft evals record".',
  example: {
    before: 'evals: [{ query: find books on bees }]',
    after: 'evals: [{ query: find books on bees }, { query: who wrote Walden }]',
  },
  mirror: 'tool/evals',
  detect(pair, found) {
    changed(pair, found, ['evals'], ownEvals);
  },
});

/** An eval expects the tool it stands under, by whatever name. */
function ownEvals({ name, evals }: ToolPlan): object[] {
  return evals.map((one) => ({ ...one, expect: one.expect === name ? 'this tool' : one.expect }));
}
