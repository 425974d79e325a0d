/** A skill has another name, with nearly the same description and steps. */
import { json } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const skillRenamed = changeKind({
  id: 'skill/renamed',
  scope: 'skill',
  axis: 'wire',
  level: 'breaking',
  says: 'A skill has another name, with nearly the same description and steps.',
  why: 'Users who call it by name and folders where it is installed still have the old one.',
  next: 'Keep the old name, or tell users to remove the old folder.',
  example: {
    before: 'name: find-a-book',
    after: 'name: look-up-a-book',
  },
  mirror: 'skill/renamed',
  detect(pair, found) {
    if (pair.renamed) found({ before: json(pair.before?.name), after: json(pair.after?.name) });
  },
});
