/** The server runs and lists nothing. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const noTools: Symptom = {
  id: 'no-tools',
  symptom: NO_TOOL,
  cause: 'the server lists no tool',
  fix: '`haft compile`, and `haft install` where the entry names another script',
  byHand: 'a server that Haft has not compiled may have none',
  look: inServers(({ started }, { orAgain }) => {
    if (started?.kind !== 'ready' || started.tools.length > 0) return undefined;
    return {
      cause: 'The server started and listed no tool.',
      fix: orAgain('Check what the entry starts; `haft check` shows the tools of a spec that has some.'),
    };
  }),
};
