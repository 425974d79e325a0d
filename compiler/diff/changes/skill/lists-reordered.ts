/** A list of a skill has the same entries in another order. */
import { json } from '../../parts/changed.ts';
import { listsIn } from '../../parts/sequence.ts';
import { changeKind } from '../../kind.ts';

export const skillListsReordered = changeKind({
  id: 'skill/lists-reordered',
  scope: 'skill',
  axis: 'model',
  level: 'safe',
  says: 'A list of a skill has the same entries in another order.',
  why: 'Each entry stands for itself; a model reads the first ones with more care.',
  next: 'Put the list back in its order if the change was not meant.',
  example: {
    before: `references: [{ file: references/places.md, when: the user asks for a shelf }, { file: references/journals.md, when: the user asks for a journal }]
# references/places.md: Shelves A to F stand by the door.
# references/journals.md: Journals stand upstairs.`,
    after: `references: [{ file: references/journals.md, when: the user asks for a journal }, { file: references/places.md, when: the user asks for a shelf }]
# references/places.md: Shelves A to F stand by the door.
# references/journals.md: Journals stand upstairs.`,
  },
  mirror: 'skill/lists-reordered',
  detect(pair, found) {
    for (const key of ['never', 'references', 'servers', 'allowed_tools'] as const) {
      const { added, removed, reordered } = listsIn(pair, (skill): readonly unknown[] => skill[key] ?? []);
      if (reordered && added.length + removed.length === 0)
        found({ path: [key], before: json(pair.before?.[key]), after: json(pair.after?.[key]) });
    }
  },
});
