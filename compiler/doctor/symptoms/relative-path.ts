/** The script is found only from one folder. */
import { NO_TOOL, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const relativePath: Symptom = {
  id: 'relative-path',
  symptom: NO_TOOL,
  cause: 'the entry of a file for all projects names the script relative to the folder in which the host starts',
  fix: '`haft install --force`, which writes the full path',
  look: inLaunches(({ script }, { key, form }, { file: { scope }, again, observed: { host } }) => {
    if (!script?.relative || scope !== 'user') return undefined;
    const inner = form.kind === 'program' ? form.keys.args : 'args';
    return {
      key: `${key}.${inner}`,
      cause: `The path of the script is relative, so ${host.title} finds it only when it starts in one folder.`,
      fix: again(),
    };
  }),
};
