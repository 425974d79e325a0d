/** An entry with an address and variables: one host refuses its whole file for it. */
import { inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const envBesideUrl: Symptom = {
  id: 'env-beside-url',
  symptom: 'Host does not start, or shows no tool from any server',
  cause: '`env` is beside a `url`, and the host refuses its whole file',
  fix: 'remove `env` from the entry',
  blocks: false,
  look: inServers(({ form, key }, _file, { host }) =>
    form.kind === 'address' && form.env !== undefined && host.refusesEnvBesideUrl
      ? [
          {
            key: `${key}.${form.env}`,
            cause: `${host.title} refuses its whole file where an entry has an address and "${form.env}".`,
            fix: `Remove "${form.env}" from this entry: the server that listens has its own environment.`,
          },
        ]
      : [],
  ),
};
