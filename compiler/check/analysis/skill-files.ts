/** Which files belong to a skill: those of three folders in profile `ext`, every file of its folder in profile `mcp`. */
import type { SpecDraft, SkillFile, SkillPart } from '../model.ts';

/** `folders` are those of all skills: a skill inside a skill has its files for itself. */
export function isFileOf(path: string, skill: SkillPart, folders: readonly string[]): boolean {
  const { folder, profile, spec } = skill;
  if (!path.startsWith(folder)) return false;
  const below = path.slice(folder.length);
  if (profile === 'ext') return /^(?:references|scripts|assets)(?:\/|$)/.test(below);
  if (folders.some((other) => other.length > folder.length && path.startsWith(other))) return false;
  // What Haft writes there itself.
  const isWritten = below === 'SKILL.md' || (spec.evals !== undefined && OWN_EVALS.has(below));
  return !isWritten && below !== spec.text_file;
}

const OWN_EVALS: ReadonlySet<string> = new Set(['evals/evals.json', 'evals/triggers.json']);

/** Each skill with its files. */
export function filesOfSkills({ skills, files }: SpecDraft): readonly (readonly [SkillPart, readonly SkillFile[]])[] {
  const folders = skills.map(({ folder }) => folder);
  return skills.map((skill) => [skill, files.filter(({ path }) => isFileOf(path, skill, folders))]);
}
