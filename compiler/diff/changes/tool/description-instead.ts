/** The neighbouring cases of a tool changed. */
import { partChanged } from '../../parts/descriptions.ts';
import { changeKind } from '../../kind.ts';

export const toolDescriptionInstead = changeKind({
  id: 'tool/description-instead',
  scope: 'tool',
  axis: 'model',
  level: 'risky',
  says: 'The neighbouring cases of a tool changed.',
  why: 'They send requests to other tools: both this tool and those that it names are chosen differently.',
  next: 'Run the evals of "<tool>" and of its neighbours again and record the results with "haft evals record".',
  example: {
    before:
      'description: { does: Searches the shelves by words., when: the user looks for a book, instead: [{ case: the shelf is known, use: list_shelf }] }',
    after:
      'description: { does: Searches the shelves by words., when: the user looks for a book, instead: [{ case: the number of the shelf is known, use: list_shelf }] }',
  },
  mirror: 'tool/description-instead',
  detect: partChanged('instead'),
});
