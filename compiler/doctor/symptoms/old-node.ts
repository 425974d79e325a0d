/** Node is older than servers need. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const oldNode: Symptom = {
  id: 'old-node',
  symptom: NO_TOOL,
  cause: 'the Node of the entry is too old',
  fix: '`haft install`, which writes the Node that runs Haft; `--node <path>` for another',
  look: inServers(({ started, key, form }, { again }) => {
    if (started?.kind !== 'failed' || started.oldNode === undefined) return undefined;
    return {
      key: form.kind === 'program' ? `${key}.${form.keys.command}` : key,
      cause: `This Node is ${started.oldNode}; servers need 20.19 or 22.12 and later.`,
      fix: again(),
    };
  }),
};
