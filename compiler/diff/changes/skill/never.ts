/** What a skill forbids changed. */
import { listsIn } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const skillNever = changeKind({
  id: 'skill/never',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'What a skill forbids changed.',
  why: 'A model may now do what was forbidden, or refuse what was not.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: 'never: [Invent a title]',
    after: 'never: [Invent a title, Guess a shelf]',
  },
  mirror: 'skill/never',
  detect(pair, found) {
    const { added, removed } = listsIn(pair, ({ never }) => never);
    if (added.length + removed.length > 0)
      found({ path: ['never'], before: pair.before?.never, after: pair.after?.never });
  },
});
