/** The cases of a release are still run at the next one. */
import { lostCases } from '../receipts/lost-cases.ts';
import type { PolicyRule } from './policy.ts';

export const evalsFewer: PolicyRule = {
  id: 'version/evals-fewer',
  says: 'Cases of evals that were released must not be deleted or weakened.',
  why: 'A model that fails a case passes as soon as the case is gone: the release would look tested and would not be.',
  next: 'Restore the cases. If they are wrong, add above the name: # haft-ignore version/evals-fewer until <date>: <reason>.',
  source: 'EXT §9 rule 3',
  when: 'review',
  dated: true,
  judge({ before, after, dates: { evals } }) {
    if (!evals) return [];
    return lostCases(before, after, evals.choices).map(({ kind, name, shownAt, released, cases }) => {
      const shown = cases.slice(0, 3).map(({ request }) => JSON.stringify(request.slice(0, 80)));
      const list = `${shown.join(', ')}${cases.length > 3 ? ', …' : ''}`;
      const target = { ...shownAt, ...(kind === 'choice' && { choice: name }), path: [] };
      return {
        target,
        says: `${cases.length} of ${released} released cases of ${kind} "${name}" were deleted or changed: ${list}.`,
        next: 'Restore the cases as they were released, and add others as well; or add above this line: # haft-ignore version/evals-fewer until <date>: <reason>.',
      };
    });
  },
};
