/** What a model has to know before the first step changed. */
import { changed } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const skillContext = changeKind({
  id: 'skill/context',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'What a model has to know before the first step changed.',
  why: 'Every step is taken in the light of it.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: 'context: The library has one floor.',
    after: 'context: The library has two floors.',
  },
  mirror: 'skill/context',
  detect(pair, found) {
    changed(pair, found, ['context'], ({ context }) => context);
  },
});
