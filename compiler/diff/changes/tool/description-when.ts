/** When to use a tool is said differently. */
import { partChanged } from '../../parts/descriptions.ts';
import { changeKind } from '../../kind.ts';

export const toolDescriptionWhen = changeKind({
  id: 'tool/description-when',
  scope: 'tool',
  axis: 'model',
  level: 'risky',
  says: 'When to use a tool is said differently.',
  why: 'A model may now call the tool in situations where it did not, and leave it where it did.',
  next: 'Run the evals of "<tool>" and of its neighbours again and record the results with "haft evals record".',
  example: {
    before: 'description: { does: Searches the shelves by words., when: the user looks for a book }',
    after: 'description: { does: Searches the shelves by words., when: the user looks for a book or a journal }',
  },
  mirror: 'tool/description-when',
  detect: partChanged('when'),
});
