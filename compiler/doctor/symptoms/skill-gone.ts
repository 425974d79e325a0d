/** A skill that was installed is not where the host looks for it. */
import type { Fix } from '../fix.ts';
import { installOne } from '../fix.ts';
import type { ObservedFolder, ObservedHost } from '../observed.ts';
import type { Symptom } from '../symptom.ts';

export const skillGone: Symptom = {
  id: 'skill-gone',
  symptom: 'Host shows no skill',
  cause: 'the folder of the skill was deleted or renamed, leads nowhere, or has no file `SKILL.md`',
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

/** By the host that has the folder for its own. */
export function fixSkill(observed: ObservedHost, name: string, { folder, scope, byHand, writer }: ObservedFolder): Fix {
  if (writer === undefined) return { say: `Remove ${folder}/${name}.` };
  const owner = { output: observed.output, host: { ...observed.host, id: writer } };
  return installOne(owner, scope, name, ...(byHand ? ['--force'] : []));
}
