/** The files of a skill. */
import { changeKinds } from '../../kind.ts';
import { differing } from '../../compare/changed.ts';
import { fileChange, referenceChange } from '../../compare/skill-lists.ts';

export const SKILL_FILE = changeKinds('skill', [
  {
    id: 'skill/file-added',
    axis: 'wire',
    level: 'safe',
    says: 'A file was added to a skill.',
    why: 'The existing files are not affected.',
    next: 'If a model should read it, add it under `references:`.',
    example: {
      before: 'context: The library has one floor.',
      after: `context: The library has one floor.
# references/places.md: Shelves A to F stand by the door.`,
    },
    mirror: 'skill/file-removed',
    detect(pair, found) {
      for (const { entry } of fileChange(pair).added) found({ path: ['files', entry.path], after: entry.sha256 });
    },
  },
  {
    id: 'skill/file-removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A file was removed from a skill.',
    why: 'Anything that reads or runs it by path fails.',
    next: 'Keep the file, or check that nothing refers to it.',
    mirror: 'skill/file-added',
    detect(pair, found) {
      for (const { entry } of fileChange(pair).removed) found({ path: ['files', entry.path], before: entry.sha256 });
    },
  },
  {
    id: 'skill/file-changed',
    axis: 'model',
    level: 'risky',
    says: 'The contents of a skill file changed.',
    why: 'A model reads or runs it as part of the skill.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: {
      before: `context: The library has one floor.
# references/places.md: Shelves A to F stand by the door.`,
      after: `context: The library has one floor.
# references/places.md: Shelves A to G stand by the door.`,
    },
    detect(pair, found) {
      for (const { before, after } of fileChange(pair).changed) {
        const parts = differing(before, after);
        if (parts) found({ path: ['files', after.path], ...parts });
      }
    },
  },
  {
    id: 'skill/reference-added',
    axis: 'model',
    level: 'risky',
    says: 'A reference file was added to a skill.',
    why: 'The model reads more before it answers, and follows what it reads.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
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
  },
  {
    id: 'skill/reference-removed',
    axis: 'model',
    level: 'risky',
    says: 'A reference file was removed from a skill.',
    why: 'The model no longer reads the file.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    mirror: 'skill/reference-added',
    detect(pair, found) {
      for (const { entry, at } of referenceChange(pair).removed) found({ path: ['references', at], before: entry });
    },
  },
  {
    id: 'skill/reference-changed',
    axis: 'model',
    level: 'risky',
    says: 'The condition for reading a reference file changed.',
    why: 'A model may read it when it did not before, and the reverse.',
    next: 'Rerun the evals of skill "<skill>" before you release.',
    example: {
      before: `references: [{ file: references/places.md, when: the user asks for a shelf }]
# references/places.md: Shelves A to F stand by the door.`,
      after: `references: [{ file: references/places.md, when: the user asks where a book is }]
# references/places.md: Shelves A to F stand by the door.`,
    },
    detect(pair, found) {
      for (const { before, after, at } of referenceChange(pair).changed)
        found({ path: ['references', at, 'when'], before: before.when, after: after.when });
    },
  },
]);
