/** What a skill is said to do changed. */
import { changed } from '../../parts/changed.ts';
import { wholePart } from '../../parts/descriptions.ts';
import { changeKind } from '../../kind.ts';

export const skillDescriptionDoes = changeKind({
  id: 'skill/description-does',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'What a skill is said to do changed.',
  why: 'A host loads the skill by this sentence: it may now be loaded for other requests.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: `description:
  does: Finds a book on the shelves.
  when: the user looks for a book
  triggers: [find a book, is there a book about]
  not_for: [{ case: buying books }]`,
    after: `description:
  does: Finds a book on the shelves or in the archive.
  when: the user looks for a book
  triggers: [find a book, is there a book about]
  not_for: [{ case: buying books }]`,
  },
  mirror: 'skill/description-does',
  detect(pair, found) {
    changed(pair, found, ['description', 'does'], ({ description }) => wholePart(description, 'does'));
  },
});
