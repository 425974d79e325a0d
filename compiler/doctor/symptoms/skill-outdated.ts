/** The folder of a skill is not what is compiled. */
import { fixSkill } from '../fix.ts';
import type { Symptom } from '../symptom.ts';

export const skillOutdated: Symptom = {
  id: 'skill-outdated',
  symptom: 'Host uses an old skill',
  cause: 'the folder of the skill differs from the compiled one',
  fix: '`haft install`',
  look: (observed) =>
    observed.skills.flatMap(({ name, folders }) =>
      folders
        .filter(({ outdated }) => outdated)
        .map((one) => ({
          file: `${one.folder}/${name}`,
          key: name,
          cause: `The skill "${name}" differs from the compiled one.`,
          fix: fixSkill(observed, name, one),
        })),
    ),
};
