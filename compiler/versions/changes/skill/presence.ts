/** Skills that were added, removed or renamed. */
import { changeKinds } from '../../kind.ts';
import { reportAdded, reportRemoved, reportRenamed } from '../../compare/changed.ts';
import { RETURN_A_BOOK } from '../../compare/example-documents.ts';

export const SKILL_PRESENCE = changeKinds('skill', [
  {
    id: 'skill/added',
    axis: 'wire',
    level: 'safe',
    says: 'A skill was added.',
    why: 'It has no users yet.',
    next: 'Add evals, including some that must not trigger it.',
    example: {
      before: 'context: The library has one floor.',
      after: `context: The library has one floor.\n${RETURN_A_BOOK}`,
    },
    mirror: 'skill/removed',
    detect: reportAdded,
  },
  {
    id: 'skill/removed',
    axis: 'wire',
    level: 'breaking',
    says: 'A skill was removed.',
    why: 'Users who call it by name no longer find it, and the model handles its requests without it.',
    next: 'Keep the skill, or tell its users which skill replaces it.',
    mirror: 'skill/added',
    detect: reportRemoved,
  },
  {
    id: 'skill/renamed',
    axis: 'wire',
    level: 'breaking',
    says: 'A skill was renamed; its description and steps are nearly the same.',
    why: 'Users and installed folders still have the old name.',
    next: 'Keep the old name, or tell users to delete the old folder.',
    example: {
      before: 'name: find-a-book',
      after: 'name: look-up-a-book',
    },
    detect: reportRenamed,
  },
]);
