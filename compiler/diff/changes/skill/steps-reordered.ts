/** Steps of a skill stand in another order. */
import { stepChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillStepsReordered = changeKind({
  id: 'skill/steps-reordered',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'Steps of a skill stand in another order.',
  why: 'A model takes them in order: what a step relies on may not have happened yet.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: 'steps: [Search with `search_books`., Tell the user the shelf.]',
    after: 'steps: [Tell the user the shelf., Search with `search_books`.]',
  },
  mirror: 'skill/steps-reordered',
  detect(pair, found) {
    if (stepChange(pair).reordered) found({ path: ['steps'], before: pair.before?.steps, after: pair.after?.steps });
  },
});
