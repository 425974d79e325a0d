/** When to use a skill is said differently. */
import { changed } from '../../parts/changed.ts';
import { wholePart } from '../../parts/descriptions.ts';
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
    before: `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, is there a book about]
  not_for: [{ case: buying books }]`,
    after: `description:
  does: Finds a book on the shelves.
  when: the user looks for a book or a journal
  triggers: [find a book, is there a book about]
  not_for: [{ case: buying books }]`,
  },
  mirror: 'skill/description-when',
  detect(pair, found) {
    changed(pair, found, ['description', 'when'], ({ description }) => wholePart(description, 'when'));
  },
});
