/** What a skill is said to do changed. */
import { partChanged } from '../../parts/descriptions.ts';
import { describedAs } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const skillDescriptionDoes = changeKind({
  id: 'skill/description-does',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'What a skill is said to do changed.',
  why: 'A host loads the skill by this sentence: it may now be loaded for other requests.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: describedAs(),
    after: describedAs({ does: 'Finds a book on the shelves or in the archive.' }),
  },
  mirror: 'skill/description-does',
  detect: partChanged('does'),
});
