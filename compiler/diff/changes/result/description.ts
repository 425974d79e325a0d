/** The description of a property of the result changed. */
import { changed } from '../../parts/changed.ts';
import { inBoth } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultDescription = changeKind({
  id: 'result/description',
  scope: 'schema',
  axis: 'model',
  level: 'risky',
  says: 'The description of a property of the result changed.',
  why: 'A model reads the value by these words: other words lead to other answers.',
  next: 'Check that the value still is what the words say, and run the evals of "<tool>" again.',
  example: {
    before: 'returns: { type: object, properties: { shelf: { type: string, description: Where the book stands. } } }',
    after:
      'returns: { type: object, properties: { shelf: { type: string, description: Letter of the shelf with the book. } } }',
  },
  mirror: 'result/description',
  detect(pair, found) {
    changed(inBoth(pair, 'result'), found, ['description'], ({ description }) => description);
  },
});
