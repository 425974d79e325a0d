/** Two different copies of a skill are in folders of a host. */
import type { Symptom } from '../symptom.ts';

export const skillTwice: Symptom = {
  id: 'skill-twice',
  symptom: 'Host uses an old skill',
  cause: 'two different copies of the skill are in folders that the host reads',
  fix: 'remove the old one',
  byHand: 'one of the two folders is not from Haft',
  look: ({ host, skills }) =>
    skills
      // Equal copies do no harm: several hosts read the folder of one.
      .filter(({ folders }) => folders.length > 1 && folders.some(({ outdated }) => outdated))
      .map(({ name, folders }) => ({
        file: `${folders[0]?.folder}/${name}`,
        key: name,
        cause: `${host.title} reads the skill "${name}" from ${folders.map(({ folder }) => folder).join(' and ')}.`,
        fix: {
          say: `Remove the old one: ${folders
            .filter(({ outdated }) => outdated)
            .map(({ folder }) => `${folder}/${name}`)
            .join(', ')}.`,
        },
      })),
};
