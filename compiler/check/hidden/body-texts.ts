/** Every text of a skill that ends in SKILL.md, with its place. */
import type { NodePath } from '../../load/spec.ts';
import type { SkillSpec } from '../documents/skill.ts';

interface PlacedText {
  readonly path: NodePath;
  readonly text: string;
}

/** The body: title, context, steps, example, what not to do, when to read what. */
export function bodyTexts(skill: SkillSpec): PlacedText[] {
  const { title, context, steps, example, never, text, references, description } = skill;
  return [
    ...textsIn({ title, context, steps, example, never, text }),
    ...(references ?? []).map(({ when }, index) => ({ path: ['references', index, 'when'], text: when })),
    ...description.not_for.map((one, index) => ({ path: ['description', 'not_for', index, 'case'], text: one.case })),
  ];
}

/** Every text inside a value, however deep. */
export function textsIn(value: unknown, path: NodePath = []): PlacedText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
