/** The words of a step changed. */
import { stepChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillStepChanged = changeKind({
  id: 'skill/step-changed',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'The words of a step changed.',
  why: 'A model follows them to the letter where it can.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: 'steps: [Tell the user the shelf.]',
    after: 'steps: [Tell the user the shelf and the floor.]',
  },
  mirror: 'skill/step-changed',
  detect(pair, found) {
    for (const { before, after, at } of stepChange(pair).changed) found({ path: ['steps', at], before, after });
  },
});
