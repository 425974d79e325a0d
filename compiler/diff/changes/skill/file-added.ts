/** A file is added to the folder of a skill. */
import { fileChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillFileAdded = changeKind({
  id: 'skill/file-added',
  scope: 'skill',
  axis: 'wire',
  level: 'safe',
  says: 'A file is added to the folder of a skill.',
  why: 'What was there stays.',
  next: 'Say under "references:" when to read it, if a model should.',
  example: {
    before: 'context: The library has one floor.',
    after: `context: The library has one floor.
# references/places.md: Shelves A to F stand by the door.`,
  },
  mirror: 'skill/file-removed',
  detect(pair, found) {
    for (const { entry } of fileChange(pair).added) found({ path: ['files', entry.path], after: entry.sha256 });
  },
});
