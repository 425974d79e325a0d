/** Plans a checked spec; total, because check rejects everything that could not be planned. */
import type { CheckedSpec, SkillFile, SkillPart } from '../check/model.ts';
import { compareText } from '../base/diagnostic.ts';
import type { Plan, SkillFilePlan, SkillPlan } from './model.ts';
import { type OnStep, mapInSteps } from '../base/progress.ts';
import { planServer } from './server.ts';
import { skillDescription } from '../check/description.ts';
import { isFileOf } from '../check/analysis/skill-files.ts';
import { isSameList } from '../base/memo.ts';
import { planDescription } from './description.ts';
import { fileHash } from './hash.ts';
import { titleOf } from './names.ts';

const latest = new WeakMap<SkillPart, Planned>();

export function plan(spec: CheckedSpec, onStep?: OnStep): Plan {
  const folders = spec.skills.map(({ folder }) => folder);
  return {
    planVersion: 1,
    servers: mapInSteps(spec.servers, ['planning', 'servers'], onStep, (server) =>
      planServer(server, spec.skills),
    ).sort((a, b) => compareText(a.name, b.name)),
    skills: mapInSteps(spec.skills, ['planning', 'skills'], onStep, (skill) =>
      planSkill(skill, spec.files, folders),
    ).sort((a, b) => compareText(a.name, b.name)),
  };
}

/** Plans one skill, with its files. */
interface Planned {
  readonly files: readonly SkillFile[];
  readonly plan: SkillPlan;
}

/** The plan of before when the skill and its files are those of before. */
function planSkill(skill: SkillPart, all: readonly SkillFile[], folders: readonly string[]): SkillPlan {
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
