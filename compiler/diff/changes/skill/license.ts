/** The licence of a skill changed. */
import { changed } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const skillLicense = changeKind({
  id: 'skill/license',
  scope: 'skill',
  axis: 'wire',
  level: 'risky',
  says: 'The licence of a skill changed.',
  why: 'What users may do with it is different from the day of the release.',
  next: 'Check that everyone who contributed agrees.',
  example: {
    before: `context: The library has one floor.
license: MIT`,
    after: `context: The library has one floor.
license: Apache-2.0`,
  },
  mirror: 'skill/license',
  detect(pair, found) {
    changed(pair, found, ['license'], ({ license }) => license);
  },
});
