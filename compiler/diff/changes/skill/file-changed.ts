/** What stands in a file of a skill changed. */
import { differing } from '../../parts/changed.ts';
import { fileChange } from '../../parts/skill-lists.ts';
import { changeKind } from '../../kind.ts';

export const skillFileChanged = changeKind({
  id: 'skill/file-changed',
  scope: 'skill',
  axis: 'model',
  level: 'risky',
  says: 'What stands in a file of a skill changed.',
  why: 'A model reads it as part of the skill, or runs it.',
  next: 'Run the evals of skill "<skill>" again before you release.',
  example: {
    before: `context: The library has one floor.
# references/places.md: Shelves A to F stand by the door.`,
    after: `context: The library has one floor.
# references/places.md: Shelves A to G stand by the door.`,
  },
  mirror: 'skill/file-changed',
  detect(pair, found) {
    for (const { before, after } of fileChange(pair).changed) {
      const parts = differing(before, after);
      if (parts) found({ path: ['files', after.path], ...parts });
    }
  },
});
