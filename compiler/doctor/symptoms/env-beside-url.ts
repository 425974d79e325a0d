/** An entry with both an address and variables, for which a host rejects its whole file. */
import { inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const envBesideUrl: Symptom = {
  id: 'env-beside-url',
  symptom: 'Host does not start, or shows no tool from any server',
  cause: 'An entry has both `env` and `url`, and the host rejects its whole file',
  fix: '`haft install --force`, which writes the entry without `env`: a server that listens has its own environment',
  look: inServers(({ form, key }, { observed: { host }, again }) => {
    if (form.kind !== 'address' || form.env === undefined || !host.refusesEnvBesideUrl) return undefined;
    return {
      key: `${key}.${form.env}`,
      cause: `${host.title} rejects its whole file if an entry has an address and "${form.env}".`,
      fix: again(),
    };
  }),
};
