/** Additional front matter of a skill changed. */
import { membersChanged } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const skillMetadata = changeKind({
  id: 'skill/metadata',
  scope: 'skill',
  axis: 'wire',
  level: 'safe',
  says: 'Additional front matter of a skill changed.',
  why: 'Only hosts that know these keys read them.',
  next: 'Check with the host that the key was written for.',
  example: {
    before: 'context: The library has one floor.',
    after: `context: The library has one floor.
metadata: { author: The town library }`,
  },
  mirror: 'skill/metadata',
  detect(pair, found) {
    membersChanged(pair, found, ['metadata'], ({ metadata }) => metadata);
  },
});
