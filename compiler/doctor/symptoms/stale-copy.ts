/** The copy of a server is not what is compiled. */
import { inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const staleCopy: Symptom = {
  id: 'stale-copy',
  symptom: 'Host shows old tools, or none',
  cause: 'the copy of the server differs from the compiled one',
  fix: '`haft install --copy`',
  look: inLaunches(({ script }, { key, form }, again) => {
    if (!script?.outdated) return undefined;
    const inner = form.kind === 'program' ? form.keys.args : 'args';
    const fix = again.replace('` again', ' --copy` again');
    return { key: `${key}.${inner}`, cause: `"${script.file}" differs from the compiled server.`, fix };
  }),
};
