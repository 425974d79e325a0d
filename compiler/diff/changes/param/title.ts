/** The title of a parameter changed. */
import { changed } from '../../parts/changed.ts';
import { inBoth } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramTitle = changeKind({
  id: 'param/title',
  scope: 'schema',
  axis: 'model',
  level: 'safe',
  says: 'The title of a parameter changed.',
  why: 'Few hosts show it, and fewer to the model.',
  next: 'Check that it still says what the value is.',
  example: {
    before: 'parameters: { shelf: { type: string, title: Place, description: Where to look. } }',
    after: 'parameters: { shelf: { type: string, title: Shelf, description: Where to look. } }',
  },
  mirror: 'param/title',
  detect(pair, found) {
    changed(inBoth(pair, 'argument'), found, ['title'], ({ title }) => title);
  },
});
