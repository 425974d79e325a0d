/** The host waits less long for the server than its start takes. */
import { NO_TOOL, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const startLimit: Symptom = {
  id: 'start-limit',
  symptom: NO_TOOL,
  cause: 'the time that the entry gives the server is shorter than its start',
  fix: '`haft install --force`, which writes an entry without it',
  look: inLaunches(({ limit }, { key, started }, { again, observed: { host } }) => {
    if (!limit || started?.kind !== 'ready' || (started.took ?? 0) <= limit.milliseconds) return undefined;
    return {
      key: `${key}.${limit.key}`,
      cause: `${host.title} waits ${limit.milliseconds} ms for this server; its start took longer here.`,
      fix: again(),
    };
  }),
};
