/** A step of a skill is removed. */
import { stepChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillStepRemoved = changeKind({
  id: 'skill/step-removed',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'A step of a skill is removed.',
  why: 'What the step made sure of is now left to the model.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: 'steps: [Search with `search_books`., Tell the user the shelf.]',
    after: 'steps: [Search with `search_books`.]',
  },
  mirror: 'skill/step-added',
  detect(pair, found) {
    for (const { entry, at } of stepChange(pair).removed) found({ path: ['steps', at], before: entry });
  },
});
