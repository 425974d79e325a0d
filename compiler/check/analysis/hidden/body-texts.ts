/** Every text of a skill that ends in SKILL.md, with its place. */
import type { SkillSpec } from '../../documents/skill.ts';
import { textsIn } from './placed-texts.ts';
import type { PlacedText } from './placed-texts.ts';

/** The body: title, context, steps, example, what not to do, when to read what. */
export function bodyTexts(skill: SkillSpec): PlacedText[] {
  const { title, context, steps, example, never, text, references, description } = skill;
  return [
    ...textsIn({ title, context, steps, example, never, text }),
    ...(references ?? []).map(({ when }, index) => ({ path: ['references', index, 'when'], text: when })),
    ...description.not_for.map((one, index) => ({ path: ['description', 'not_for', index, 'case'], text: one.case })),
  ];
}
