/** The host waits for the approval of its user before it starts the server. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const notApproved: Symptom = {
  id: 'not-approved',
  symptom: NO_TOOL,
  cause: 'the servers of the file are not approved, or the folder is not trusted',
  fix: 'the step that the finding shows; Haft never takes it for you',
  byHand: 'the decision is the user’s',
  look: inServers(({ name }, { file: { approved, scope }, observed: { host } }) => {
    if (approved(name) !== false) return undefined;
    return {
      cause: `${host.title} does not start this server: it is not approved, or the folder is not trusted.`,
      fix: { say: host.approve?.[scope] ?? 'Approve it in the host.' },
    };
  }),
};
