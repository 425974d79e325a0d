/** Plans one skill, with its files. */
import { skillDescription } from '../check/description.ts';
import type { SkillFile, SkillPart } from '../check/model.ts';
import { isFileOf } from '../check/analysis/skill-files.ts';
import { compareText } from '../base/diagnostic.ts';
import { isSameList } from '../base/memo.ts';
import { planDescription } from './description.ts';
import { fileHash } from './hash.ts';
import type { SkillFilePlan, SkillPlan } from './model.ts';
import { titleOf } from './names.ts';

interface Planned {
  readonly files: readonly SkillFile[];
  readonly plan: SkillPlan;
}

const latest = new WeakMap<SkillPart, Planned>();

/** The plan of before when the skill and its files are those of before. */
export function planSkill(skill: SkillPart, all: readonly SkillFile[], folders: readonly string[]): SkillPlan {
  const files = all.filter(({ path }) => isFileOf(path, skill, folders));
  const before = latest.get(skill);
  if (before && isSameList(before.files, files)) return before.plan;
  const plan = planWith(skill, files);
  latest.set(skill, { files, plan });
  return plan;
}

function planWith({ spec, file, folder, imported }: SkillPart, files: readonly SkillFile[]): SkillPlan {
  const { name, version, title = titleOf(name), context, steps, never, license, compatibility, allowed_tools } = spec;
  return {
    name,
    version,
    title,
    description: planDescription(skillDescription(spec.description)),
    context,
    steps,
    never,
    ...(spec.example !== undefined && { example: spec.example }),
    not_for: spec.description.not_for,
    references: spec.references ?? [],
    servers: spec.servers ?? [],
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    metadata: spec.metadata ?? {},
    ...(allowed_tools && { allowed_tools }),
    ...imported,
    files: filePlans(folder, files),
    evals: (spec.evals ?? []).map(({ input, expected_behavior = [], should_trigger = true }) => {
      return { input, expected_behavior, should_trigger };
    }),
    source: file,
  };
}

function filePlans(folder: string, files: readonly SkillFile[]): SkillFilePlan[] {
  return files
    .map(({ path, bytes, executable }) => {
      return { path: path.slice(folder.length), from: path, sha256: fileHash(bytes), executable };
    })
    .sort((a, b) => compareText(a.path, b.path));
}
