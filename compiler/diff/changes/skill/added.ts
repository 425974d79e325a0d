/** A skill is added. */
import { came } from '../../parts/changed.ts';
import { RETURN_A_BOOK } from '../../parts/example-documents.ts';
import { changeKind } from '../../kind.ts';

export const skillAdded = changeKind({
  id: 'skill/added',
  scope: 'skill',
  axis: 'wire',
  level: 'safe',
  says: 'A skill is added.',
  why: 'Nobody relies on it yet.',
  next: 'Give it evals, some of which must not trigger it.',
  example: {
    before: 'context: The library has one floor.',
    after: `context: The library has one floor.\n${RETURN_A_BOOK}`,
  },
  mirror: 'skill/removed',
  detect: came,
});
