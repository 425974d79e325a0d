/** Another entry of the same name takes the place of ours. */
import { inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const entryHidden: Symptom = {
  id: 'entry-hidden',
  symptom: 'Host shows old tools, or none',
  cause: 'another file that the host reads has a different entry of the same name, which the host takes instead',
  fix: 'remove or rename the other entry',
  byHand: 'the other entry is not from Haft',
  look: inServers(({ hiddenBy, name }, { observed: { host } }) => {
    if (hiddenBy === undefined) return undefined;
    return {
      cause: `${hiddenBy} has another entry "${name}", which ${host.title} takes instead of this one.`,
      fix: { say: `Remove or rename "${name}" in ${hiddenBy}.` },
    };
  }),
};
