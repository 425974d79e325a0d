/** The file of the server is not where the entry says. */
import { afterCompile } from '../fix.ts';
import { NO_TOOL, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const scriptMissing: Symptom = {
  id: 'script-missing',
  symptom: NO_TOOL,
  cause: 'the `server.mjs` of the entry was moved or deleted',
  fix: '`haft compile`, then `haft install`; `--copy` where the output folder moves',
  blocks: true,
  look: inLaunches(({ script, unexpanded }, { key, form }, { again, observed }) => {
    if (!script || script.exists || script.unread !== undefined || unexpanded.length > 0) return undefined;
    const inner = form.kind === 'program' ? form.keys.args : 'args';
    return {
      key: `${key}.${inner}`,
      cause: `There is no file "${script.file}".`,
      fix: script.copied ? again('--copy') : afterCompile(observed, again()),
    };
  }),
};
