/** A changed choice is tested again before it is released. */
import { staleChoices } from '../receipts/stale.ts';
import type { PolicyRule } from './policy.ts';

export const evalsStale: PolicyRule = {
  id: 'version/evals-stale',
  says: 'After a change of descriptions, the evals must pass again before a release.',
  why: 'Models react to wording, even punctuation: only a run of the evals shows whether they still choose the right tool or skill.',
  next: 'Run the evals, and record the results: `haft eval --tier model --record`.',
  source: 'EXT §9 rule 3',
  when: 'release',
  dated: true,
  judge({ before, after, dates: { today, evals } }) {
    if (!evals) return [];
    return staleChoices(before, after, evals, today).map(({ kind, name, shownAt, problem }) => ({
      target: { ...shownAt, ...(kind === 'choice' && { choice: name }), path: [] },
      says: `The evals of ${kind} "${name}" are stale. ${problem}`,
      next: `Run the evals, and record the results: \`haft eval ${name}${evals.gate.offline ? '' : ' --tier model'} --record\`; or add above this line: # haft-ignore version/evals-stale until <date>: <reason>.`,
    }));
  },
};
