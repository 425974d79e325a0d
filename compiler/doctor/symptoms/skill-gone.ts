/** A skill that was installed is not where the host looks for it. */
import { fixSkill } from '../fix.ts';
import type { Symptom } from '../symptom.ts';

export const skillGone: Symptom = {
  id: 'skill-gone',
  symptom: 'Host shows no skill',
  cause: 'the folder of the skill was deleted or renamed, is a broken link, or has no file `SKILL.md`',
  fix: '`haft install`',
  look: (observed) =>
    observed.skills.flatMap(({ name, gone }) =>
      gone.map((one) => ({
        file: `${one.folder}/${name}`,
        key: name,
        cause: `Haft installed the skill "${name}" here, but ${one.how}.`,
        fix: fixSkill(observed, name, one),
      })),
    ),
};
