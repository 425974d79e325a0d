/** The phrases that call for a skill changed. */
import { partChanged } from '../../parts/descriptions.ts';
import { describedAs } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const skillDescriptionTriggers = changeKind({
  id: 'skill/description-triggers',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'The phrases that call for a skill changed.',
  why: 'Requests in the words of a phrase that is gone may no longer load it.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: describedAs(),
    after: describedAs({ triggers: '[find a book, where does this book stand]' }),
  },
  mirror: 'skill/description-triggers',
  detect: partChanged('triggers'),
});
