/** The phrases that call for a skill changed. */
import { changed } from '../../parts/changed.ts';
import { wholePart } from '../../parts/descriptions.ts';
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
    before: `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, is there a book about]
  not_for: [{ case: buying books }]`,
    after: `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, where does this book stand]
  not_for: [{ case: buying books }]`,
  },
  mirror: 'skill/description-triggers',
  detect(pair, found) {
    changed(pair, found, ['description', 'triggers'], ({ description }) => wholePart(description, 'triggers'));
  },
});
