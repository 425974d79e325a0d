/** The copy of a server is not what is compiled. */
import { inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const staleCopy: Symptom = {
  id: 'stale-copy',
  symptom: 'Host shows old tools, or none',
  cause: 'the script of the entry differs from the compiled server',
  fix: '`haft install`, with `--copy` where the entry names a copy',
  look: inLaunches(({ script }, { key, form }, { again }) => {
    if (!script?.outdated) return undefined;
    const inner = form.kind === 'program' ? form.keys.args : 'args';
    return {
      key: `${key}.${inner}`,
      cause: `"${script.file}" differs from the compiled server.`,
      fix: script.copied ? again('--copy') : again(),
    };
  }),
};
