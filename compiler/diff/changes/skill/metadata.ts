/** License, compatibility and further front matter of a skill. */
import { changeKinds } from '../../kind.ts';
import { changed, membersChanged } from '../../parts/changed.ts';

export const SKILL_METADATA = changeKinds('skill', [
  {
    id: 'skill/license',
    axis: 'wire',
    level: 'risky',
    says: 'The license of a skill changed.',
    why: 'The license terms differ from those of the release.',
    next: 'Check that all contributors agree.',
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
  },
  {
    id: 'skill/compatibility',
    axis: 'wire',
    level: 'risky',
    says: 'The requirements of a skill changed.',
    why: 'Hosts and users that met the old requirements may not meet the new ones.',
    next: 'Tell users what changed before they update.',
    example: {
      before: 'context: The library has one floor.',
      after: `context: The library has one floor.
compatibility: Needs Python 3.12.`,
    },
    mirror: 'skill/compatibility',
    detect(pair, found) {
      changed(pair, found, ['compatibility'], ({ compatibility }) => compatibility);
    },
  },
  {
    id: 'skill/metadata',
    axis: 'wire',
    level: 'safe',
    says: 'The additional front matter of a skill changed.',
    why: 'Only hosts that know these keys read them.',
    next: 'Test with the host that uses the key.',
    example: {
      before: 'context: The library has one floor.',
      after: `context: The library has one floor.
metadata: { author: The town library }`,
    },
    mirror: 'skill/metadata',
    detect(pair, found) {
      membersChanged(pair, found, ['metadata'], ({ metadata }) => metadata);
    },
  },
]);
