/** The title of a server changed. */
import { changed } from '../../parts/changed.ts';
import { haveDerivedTitles } from '../../parts/derived-title.ts';
import { changeKind } from '../../kind.ts';

export const serverTitle = changeKind({
  id: 'server/title',
  scope: 'server',
  axis: 'model',
  level: 'safe',
  says: 'The title of a server changed.',
  why: 'Hosts show it to people in their lists; a model rarely reads it.',
  next: 'Check that people still recognise the server.',
  example: {
    before: 'title: Library',
    after: 'title: Town library',
  },
  mirror: 'server/title',
  detect(pair, found) {
    if (!pair.renamed || !haveDerivedTitles(pair)) changed(pair, found, ['title'], ({ title }) => title);
  },
});
