/** The command of the entry has the form of another host. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const entryForm: Symptom = {
  id: 'entry-form',
  symptom: NO_TOOL,
  cause: '`command` is a list where the host expects a string, or the reverse',
  fix: '`haft install --force`, which writes the form of the host',
  blocks: true,
  look: inServers(({ form, key }, { observed: { host }, again }) => {
    if (form.kind !== 'wrong') return undefined;
    return {
      key: `${key}.${form.key}`,
      cause: `${host.title} expects ${form.expected} here; it is ${form.found}.`,
      fix: again(),
    };
  }),
};
