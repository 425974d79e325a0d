/** The title of a property of the result changed. */
import { changed } from '../../parts/changed.ts';
import { inBoth } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const resultTitle = changeKind({
  id: 'result/title',
  scope: 'schema',
  axis: 'model',
  level: 'safe',
  says: 'The title of a property of the result changed.',
  why: 'Few hosts show it, and fewer to the model.',
  next: 'Check that it still says what the value is.',
  example: {
    before: 'returns: { type: object, properties: { shelf: { type: string, title: Place } } }',
    after: 'returns: { type: object, properties: { shelf: { type: string, title: Shelf } } }',
  },
  mirror: 'result/title',
  detect(pair, found) {
    changed(inBoth(pair, 'result'), found, ['title'], ({ title }) => title);
  },
});
