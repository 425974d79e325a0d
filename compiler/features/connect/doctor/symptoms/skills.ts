/** Symptoms of installed skills. */
import { fixSkill } from '../fix.ts';
import type { Symptom } from '../symptom.ts';

export const SKILLS: readonly Symptom[] = [
  /** A skill that was installed is not where the host looks for it. */
  {
    id: 'skill-gone',
    symptom: 'Host shows no skill',
    cause: 'the folder of the skill was deleted or renamed, is a broken link, or has no file `SKILL.md`',
    fix: '`haft install`',
    look: (observed) =>
      observed.skills.flatMap(({ name, missing }) =>
        missing.map((one) => ({
          file: `${one.folder}/${name}`,
          key: name,
          cause: `Haft installed the skill "${name}" here, but ${one.how}.`,
          fix: fixSkill(observed, name, one),
        })),
      ),
  },
  /** The folder of a skill is not what is compiled. */
  {
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
  },
  /** Two different copies of a skill are in folders of a host. */
  {
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
  },
];
