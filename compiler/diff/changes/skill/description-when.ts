/** When to use a skill is said differently. */
import { partChanged } from '../../parts/descriptions.ts';
import { describedAs } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const skillDescriptionWhen = changeKind({
  id: 'skill/description-when',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'When to use a skill is said differently.',
  why: 'A host may now load it in situations where it did not, and leave it where it did.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: describedAs(),
    after: describedAs({ when: 'the user looks for a book or a journal' }),
  },
  mirror: 'skill/description-when',
  detect: partChanged('when'),
});
