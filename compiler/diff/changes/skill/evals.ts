/** The evals of a skill changed. */
import { changed } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const skillEvals = changeKind({
  id: 'skill/evals',
  scope: 'skill',
  axis: 'model',
  level: 'safe',
  says: 'The evals of a skill changed.',
  why: 'They test the skill and do not move it; results for the old cases say nothing of the new ones.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: `context: The library has one floor.
evals: [{ input: Find a book on bees, expected_behavior: [Calls search_books] }]`,
    after: `context: The library has one floor.
evals: [{ input: Find a book on bees, expected_behavior: [Calls search_books] }, { input: Buy me a book, should_trigger: false }]`,
  },
  mirror: 'skill/evals',
  detect(pair, found) {
    changed(pair, found, ['evals'], ({ evals }) => evals);
  },
});
