/** The examples of requests for a tool changed. */
import { partChanged } from '../../parts/descriptions.ts';
import { changeKind } from '../../kind.ts';

export const toolDescriptionExamples = changeKind({
  id: 'tool/description-examples',
  scope: 'tool',
  axis: 'model',
  level: 'risky',
  says: 'The examples of requests for a tool changed.',
  why: 'A model compares requests with them; what is near an example is drawn to the tool.',
  next: 'Run the evals of "<tool>" and of its neighbours again and record the results with "haft evals record".',
  example: {
    before:
      'description: { does: Searches the shelves by words., when: the user looks for a book, examples: [Do we have anything on beekeeping?] }',
    after:
      'description: { does: Searches the shelves by words., when: the user looks for a book, examples: [Is there a book about bees?] }',
  },
  mirror: 'tool/description-examples',
  detect: partChanged('examples'),
});
