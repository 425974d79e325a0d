/** The host waits for the approval of its user before it starts the server. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const notApproved: Symptom = {
  id: 'not-approved',
  symptom: NO_TOOL,
  cause: 'the servers of the file are not approved, or the folder is not trusted',
  fix: 'the step that the finding shows; Haft never takes it for you',
  blocks: false,
  look: inServers(({ name }, { approved, scope }, { host }) =>
    approved(name) === false
      ? [
          {
            cause: `${host.title} does not start this server: it is not approved, or the folder is not trusted.`,
            fix: host.approve[scope] ?? 'Approve it in the host.',
          },
        ]
      : [],
  ),
};
