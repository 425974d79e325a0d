/** The same skill is in two folders of a host. */
import type { Symptom } from '../symptom.ts';

export const skillTwice: Symptom = {
  id: 'skill-twice',
  symptom: 'Host uses an old skill',
  cause: 'the same skill is in two folders that the host reads',
  fix: 'remove one of the two',
  blocks: false,
  look: ({ host, skills }) =>
    skills
      .filter(({ folders }) => folders.length > 1)
      .map(({ name, folders }) => ({
        file: `${folders[0]?.folder}/${name}`,
        key: name,
        cause: `${host.title} reads the skill "${name}" from ${folders.map(({ folder }) => folder).join(' and ')}.`,
        fix: 'Remove one of the two folders.',
      })),
};
