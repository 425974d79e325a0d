/** License, compatibility and further front matter of a skill. */
import { sameJson } from '@haft/runtime/language';
import { changeKinds } from '../../kind.ts';
import { differing, memberChanged, membersChanged } from '../../compare/changed.ts';
import type { SkillPlan } from '../../../plan/model.ts';

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
    detect: memberChanged('license'),
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
    detect: memberChanged('compatibility'),
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
    detect(pair, found) {
      membersChanged(pair, found, ['metadata'], ({ metadata }) => metadata);
    },
  },
  {
    id: 'skill/front-matter',
    axis: 'model',
    level: 'risky',
    says: 'Further front matter of a skill changed.',
    why: 'Hosts read keys of their own there, such as the tools that a skill may use.',
    next: 'Check the skill "<skill>" in the hosts that read the key.',
    example: {
      before: 'front_matter: { effort: low }',
      after: 'front_matter: { effort: high }',
    },
    detect(pair, found) {
      const [before, after] = [furtherOf(pair.before), furtherOf(pair.after)];
      const keys = before && after && differing(before, after);
      if (keys) found({ path: ['front_matter'], ...keys });
    },
  },
  {
    id: 'skill/front-matter-text',
    axis: 'model',
    level: 'safe',
    says: 'The front matter of a skill says the same in another text.',
    why: 'The bytes of SKILL.md changed: order, quotes, comments or spaces.',
    next: 'Restore the original if the change was not intended.',
    example: {
      before: 'front_matter: { effort: low, tier: 1 }',
      after: 'front_matter: { tier: 1, effort: low }',
    },
    detect({ before, after }, found) {
      if (!before || !after || !sameJson(before.frontMatter, after.frontMatter)) return;
      const [old, now] = [frontMatterText(before), frontMatterText(after)];
      if (old !== now) found({ path: ['front_matter_source'], before: old, after: now });
    },
  },
]);

/** Without a text of its own, the front matter is printed from its values in their order. */
function frontMatterText({ frontMatter, frontMatterSource }: SkillPlan): string {
  return frontMatterSource ?? JSON.stringify(frontMatter ?? {});
}

/** Without what other kinds of change are about. */
function furtherOf(skill: SkillPlan | undefined): object | undefined {
  if (!skill) return undefined;
  const { name: _name, description: _description, license, compatibility, metadata, ...more } = skill.frontMatter ?? {};
  return {
    ...more,
    ...(skill.license === undefined && { license }),
    ...(skill.compatibility === undefined && { compatibility }),
    ...(Object.keys(skill.metadata).length === 0 && { metadata }),
  };
}
