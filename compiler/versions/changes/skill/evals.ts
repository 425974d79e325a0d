/** The cases that a skill is tested with. */
import { changeKinds } from '../../kind.ts';
import { memberChanged } from '../../compare/changed.ts';

export const SKILL_EVALS = changeKinds('skill', [
  {
    id: 'skill/evals',
    axis: 'model',
    level: 'safe',
    says: 'The evals of a skill changed.',
    why: 'Evals test the skill and do not affect it; results for the old cases do not apply to the new ones.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: {
      before: `context: The library has one floor.
evals: [{ input: Find a book on bees, expected_behavior: [Calls search_books] }]`,
      after: `context: The library has one floor.
evals: [{ input: Find a book on bees, expected_behavior: [Calls search_books] }, { input: Buy me a book, should_trigger: false }]`,
    },
    detect: memberChanged('evals'),
  },
]);
