/** The entry is not what an installation would write now. */
import { inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const staleEntry: Symptom = {
  id: 'stale-entry',
  symptom: 'Host shows old tools, or none',
  cause: 'the entry is outdated: the variables or the transport of the server changed',
  fix: '`haft install`',
  look: inServers(({ stale }, { again }) => {
    if (!stale) return undefined;
    return {
      cause: 'The entry is outdated: `haft install` would now write a different one.',
      fix: again(),
    };
  }),
};
