/** When to read a file is said differently. */
import { referenceChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillReferenceChanged = changeKind({
  id: 'skill/reference-changed',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'When to read a file is said differently.',
  why: 'A model may now read it where it did not, and leave it where it did.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: `references: [{ file: references/places.md, when: the user asks for a shelf }]
# references/places.md: Shelves A to F stand by the door.`,
    after: `references: [{ file: references/places.md, when: the user asks where a book stands }]
# references/places.md: Shelves A to F stand by the door.`,
  },
  mirror: 'skill/reference-changed',
  detect(pair, found) {
    for (const { before, after, at } of referenceChange(pair).changed)
      found({ path: ['references', at, 'when'], before: before.when, after: after.when });
  },
});
