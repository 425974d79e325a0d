/** The front matter of the SKILL.md that is printed for a skill. */
import type { SkillPlan } from '../../compiler/plan/model.ts';

export function frontMatterOf(skill: SkillPlan): object {
  const { name, description, license, compatibility, metadata, version, allowed_tools } = skill;
  return {
    name,
    description: description.text,
    license,
    compatibility,
    metadata: { ...metadata, version },
    'allowed-tools': allowed_tools?.join(' '),
  };
}
