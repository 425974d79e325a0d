/** A model is told of another file to read. */
import { referenceChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillReferenceAdded = changeKind({
  id: 'skill/reference-added',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'A model is told of another file to read.',
  why: 'It reads more before it answers, and follows what it finds there.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: `context: The library has one floor.
# references/places.md: Shelves A to F stand by the door.`,
    after: `context: The library has one floor.
references: [{ file: references/places.md, when: the user asks for a shelf }]
# references/places.md: Shelves A to F stand by the door.`,
  },
  mirror: 'skill/reference-removed',
  detect(pair, found) {
    for (const { entry, at } of referenceChange(pair).added) found({ path: ['references', at], after: entry });
  },
});
