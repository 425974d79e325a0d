/** The folder of a skill is not what is compiled. */
import type { Symptom } from '../symptom.ts';

export const skillOutdated: Symptom = {
  id: 'skill-outdated',
  symptom: 'Host uses an old skill',
  cause: 'the folder of the skill differs from the compiled one',
  fix: '`haft install`',
  look: ({ host, skills }) =>
    skills.flatMap(({ name, folders }) =>
      folders
        .filter(({ outdated }) => outdated)
        .map(({ folder }) => ({
          file: `${folder}/${name}`,
          key: name,
          cause: `The skill "${name}" differs from the compiled one.`,
          fix: `Run \`haft install ${host.id}\` again; with --force if it was changed by hand.`,
        })),
    ),
};
