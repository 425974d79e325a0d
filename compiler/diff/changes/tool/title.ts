/** The title of a tool changed. */
import { changed } from '../../parts/changed.ts';
import { haveDerivedTitles } from '../../parts/derived-title.ts';
import { changeKind } from '../../kind.ts';

export const toolTitle = changeKind({
  id: 'tool/title',
  scope: 'tool',
  axis: 'model',
  level: 'risky',
  says: 'The title of a tool changed.',
  why: 'Hosts show it to people, and some of them to the model.',
  next: 'Run the evals of "<tool>" and of its neighbours again and record the results with "haft evals record".',
  example: {
    before: 'title: Search books',
    after: 'title: Search the shelves',
  },
  mirror: 'tool/title',
  detect(pair, found) {
    if (!pair.renamed || !haveDerivedTitles(pair)) changed(pair, found, ['title'], ({ title }) => title);
  },
});
