/** SKILL.md: front matter, then the body. */
import type { SkillPlan } from '../../plan/model.ts';
import { skillBody } from '../../plan/skill-body.ts';
import { frontMatter } from './front-matter.ts';

export function skillMd(skill: SkillPlan): string {
  return frontMatter(skill) + skillBody(skill);
}
