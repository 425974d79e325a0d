/** An address without the member by which the host knows it. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const urlWithoutType: Symptom = {
  id: 'url-without-type',
  symptom: NO_TOOL,
  cause: 'an entry with an address has no `type`, by which the host recognizes it',
  fix: '`haft install --force`, which writes it',
  look: inServers(({ form, key }, { observed: { host }, again }) =>
    form.kind !== 'address'
      ? undefined
      : form.missing.map((member) => ({
          key: `${key}.${member.key}`,
          cause: `${host.title} recognizes an entry with an address by "${member.key}" with the value "${member.value}", which is missing.`,
          fix: again(),
        })),
  ),
};
