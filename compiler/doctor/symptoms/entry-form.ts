/** The command of the entry has the form of another host. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const entryForm: Symptom = {
  id: 'entry-form',
  symptom: NO_TOOL,
  cause: '`command` is a list where the host expects a string, or the reverse',
  fix: 'the form that the finding shows, or `haft install`',
  blocks: true,
  look: inServers(({ form, key }, { scope }, { host }) =>
    form.kind === 'wrong'
      ? [
          {
            key: `${key}.${form.key}`,
            cause: `${host.title} expects ${form.expected} here; it is ${form.found}.`,
            fix: `Change it, or run \`haft install ${host.id} --${scope} --force\`.`,
          },
        ]
      : [],
  ),
};
