/** A step is added to a skill. */
import { stepChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillStepAdded = changeKind({
  id: 'skill/step-added',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'A step is added to a skill.',
  why: 'A model does more than before, and may do it in cases where it should not.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: 'steps: [Search with `search_books`.]',
    after: 'steps: [Search with `search_books`., Tell the user the shelf.]',
  },
  mirror: 'skill/step-removed',
  detect(pair, found) {
    for (const { entry, at } of stepChange(pair).added) found({ path: ['steps', at], after: entry });
  },
});
