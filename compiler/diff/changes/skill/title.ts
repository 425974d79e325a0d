/** The title of a skill changed. */
import { changed } from '../../parts/changed.ts';
import { haveDerivedTitles } from '../../parts/derived-title.ts';
import { changeKind } from '../../kind.ts';

export const skillTitle = changeKind({
  id: 'skill/title',
  scope: 'skill',
  axis: 'model',
  level: 'safe',
  says: 'The title of a skill changed.',
  why: 'It is the heading of the text that a model follows.',
  next: 'Check that it still says what the skill is for.',
  example: {
    before: 'title: Find a book',
    after: 'title: Look for a book',
  },
  mirror: 'skill/title',
  detect(pair, found) {
    if (!pair.renamed || !haveDerivedTitles(pair)) changed(pair, found, ['title'], ({ title }) => title);
  },
});
