/** A model is no longer told of a file. */
import { referenceChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillReferenceRemoved = changeKind({
  id: 'skill/reference-removed',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'A model is no longer told of a file.',
  why: 'What stands in the file is not read any more.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: `context: The library has one floor.
references: [{ file: references/places.md, when: the user asks for a shelf }]
# references/places.md: Shelves A to F stand by the door.`,
    after: `context: The library has one floor.
# references/places.md: Shelves A to F stand by the door.`,
  },
  mirror: 'skill/reference-added',
  detect(pair, found) {
    for (const { entry, at } of referenceChange(pair).removed) found({ path: ['references', at], before: entry });
  },
});
