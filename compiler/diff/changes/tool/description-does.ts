/** What a tool is said to do changed. */
import { partChanged } from '../../parts/descriptions.ts';
import { changeKind } from '../../kind.ts';

export const toolDescriptionDoes = changeKind({
  id: 'tool/description-does',
  scope: 'tool',
  axis: 'model',
  level: 'risky',
  says: 'What a tool is said to do changed.',
  why: 'A model matches requests with this sentence first; even punctuation can move its choice.',
  next: 'Run the evals of "<tool>" and of its neighbours again and record the results with "haft evals record".',
  example: {
    before: 'description: { does: Searches the shelves by words., when: the user looks for a book }',
    after: 'description: { does: Searches the shelves by words or by author., when: the user looks for a book }',
  },
  mirror: 'tool/description-does',
  detect: partChanged('does'),
});
