/** A skill is removed. */
import { went } from '../../parts/changed.ts';
import { RETURN_A_BOOK } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const skillRemoved = changeKind({
  id: 'skill/removed',
  scope: 'skill',
  axis: 'wire',
  level: 'breaking',
  says: 'A skill is removed.',
  why: 'Users who call it by name find nothing, and requests that triggered it are left to the model alone.',
  next: 'Keep the skill, or tell its users which one takes its place.',
  example: {
    before: `context: The library has one floor.\n${RETURN_A_BOOK}`,
    after: 'context: The library has one floor.',
  },
  mirror: 'skill/added',
  detect: went,
});
