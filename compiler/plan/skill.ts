/** One skill of a spec → its plan, with the files that travel with it. */
import { skillDescription } from '../check/description.ts';
import type { SkillFile, SkillPart } from '../check/model.ts';
import { compareText } from '../diagnostic.ts';
import { planDescription } from './description.ts';
import { fileHash } from './hash.ts';
import type { SkillFilePlan, SkillPlan } from './model.ts';
import { titleOf } from './names.ts';

export function planSkill({ spec, file, folder }: SkillPart, files: readonly SkillFile[]): SkillPlan {
  const { name, version, title = titleOf(name), context, steps, never, license, compatibility, allowed_tools } = spec;
  return {
    name,
    version,
    title,
    description: planDescription(skillDescription(spec.description)),
    context,
    steps,
    never,
    not_for: spec.description.not_for,
    references: spec.references ?? [],
    servers: spec.servers ?? [],
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    metadata: spec.metadata ?? {},
    ...(allowed_tools && { allowed_tools }),
    files: ownFiles(folder, files),
    evals: (spec.evals ?? []).map(({ input, expected_behavior = [], should_trigger = true }) => {
      return { input, expected_behavior, should_trigger };
    }),
    source: file,
  };
}

/** A folder is a package: what lies in its references/, scripts/ and assets/ belongs to its skills. */
function ownFiles(folder: string, files: readonly SkillFile[]): SkillFilePlan[] {
  return files
    .filter(({ path }) => path.startsWith(folder) && /^(references|scripts|assets)\//.test(path.slice(folder.length)))
    .map(({ path, bytes, executable }) => {
      return { path: path.slice(folder.length), from: path, sha256: fileHash(bytes), executable };
    })
    .sort((a, b) => compareText(a.path, b.path));
}
