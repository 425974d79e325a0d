/** The server ends or is silent when the host starts it. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const startFailed: Symptom = {
  id: 'start-failed',
  symptom: NO_TOOL,
  cause: 'the server failed at start: its last lines name the file and line of a handler',
  fix: 'fix what the lines report, and compile again',
  byHand: 'the fault is in the code of a handler, or in what it needs',
  look: inServers(({ started }, { orAgain }) => {
    if (started?.kind !== 'failed' || started.oldNode !== undefined || started.noise !== undefined) return undefined;
    if (started.log.length === 0)
      return {
        cause: `The server ${started.how}. It logged nothing.`,
        fix: orAgain('Run the command of the entry in a terminal, and fix what is different there.'),
      };
    return {
      cause: `The server ${started.how}. Its last lines:\n${started.log.join('\n')}`,
      fix: orAgain('Fix what these lines report, then run `haft compile`.'),
    };
  }),
};
