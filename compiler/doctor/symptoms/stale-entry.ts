/** The entry is not what an installation would write now. */
import { inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const staleEntry: Symptom = {
  id: 'stale-entry',
  symptom: 'Host shows old tools, or none',
  cause: 'the entry is not what would be written now: the server has other variables or another transport',
  fix: '`haft install`',
  look: inServers(({ stale }, { scope }, { host }) => {
    if (!stale) return undefined;
    return {
      cause: 'The entry is of an earlier compilation: `haft install` would write another one now.',
      fix: `Run \`haft install ${host.id} --${scope}\` again.`,
    };
  }),
};
