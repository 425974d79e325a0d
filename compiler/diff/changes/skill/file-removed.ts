/** A file is gone from the folder of a skill. */
import { fileChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillFileRemoved = changeKind({
  id: 'skill/file-removed',
  scope: 'skill',
  axis: 'wire',
  level: 'breaking',
  says: 'A file is gone from the folder of a skill.',
  why: 'Whoever reads or runs it by its path finds nothing.',
  next: 'Keep the file, or check that nothing names it any more.',
  example: {
    before: `context: The library has one floor.
# references/places.md: Shelves A to F stand by the door.`,
    after: 'context: The library has one floor.',
  },
  mirror: 'skill/file-added',
  detect(pair, found) {
    for (const { entry } of fileChange(pair).removed) found({ path: ['files', entry.path], before: entry.sha256 });
  },
});
