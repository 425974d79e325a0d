/** Which files belong to a skill: those of three folders in profile `ext`, every file of its folder in profile `mcp`. */
import type { Diagnostic } from '../../base/diagnostic.ts';
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

/** Where Haft writes what `evals:` and the description say. */
export const OWN_EVALS: ReadonlySet<string> = new Set(['evals/evals.json', 'evals/triggers.json']);

/** Evals that a skill of profile `mcp` brings along, and `evals:` of its spec is written in their place. */
export function replacedEvals({ skills, files }: Pick<SpecDraft, 'skills' | 'files'>): Diagnostic[] {
  const paths = new Set(files.map(({ path }) => path));
  return skills.flatMap(({ folder, profile, spec, at, about }) => {
    const own = [...OWN_EVALS].filter((path) => paths.has(folder + path)).map((path) => `"${path}"`);
    if (profile === 'ext' || spec.evals === undefined || own.length === 0) return [];
    const message = `Files of skill "${spec.name}" are not copied, as Haft writes its \`evals\` there: ${own.join(', ')}.`;
    const hint = 'Write all cases into `evals` and delete each file, or delete `evals`.';
    const place = { span: at(['evals'], 'key'), about: about(['evals']) };
    return [{ code: 'skill/files-left', severity: 'warning', message, hint, ...place }];
  });
}

/** Each skill with its files. */
export function filesOfSkills({ skills, files }: SpecDraft): readonly (readonly [SkillPart, readonly SkillFile[]])[] {
  const folders = skills.map(({ folder }) => folder);
  return skills.map((skill) => [skill, files.filter(({ path }) => isFileOf(path, skill, folders))]);
}
