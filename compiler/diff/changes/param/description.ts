/** The description of a parameter changed. */
import { changed } from '../../parts/changed.ts';
import { inBoth } from '../../schema/forms.ts';
import { changeKind } from '../../kind.ts';

export const paramDescription = changeKind({
  id: 'param/description',
  scope: 'schema',
  axis: 'model',
  level: 'risky',
  says: 'The description of a parameter changed.',
  why: 'A model fills the parameter by these words: other words bring other values.',
  next: 'Run the evals of "<tool>" again; if the meaning changed, run "haft bump <tool>" instead.',
  example: {
    before: 'parameters: { shelf: { type: string, description: Where to look. } }',
    after: 'parameters: { shelf: { type: string, description: Letter of the shelf to look on. } }',
  },
  mirror: 'param/description',
  detect(pair, found) {
    changed(inBoth(pair, 'argument'), found, ['description'], ({ description }) => description);
  },
});
