/** The server prints text where only messages belong. */
import { NO_TOOL, inServers } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const stdoutText: Symptom = {
  id: 'stdout-text',
  symptom: NO_TOOL,
  cause: 'the server, or what starts it, prints text to standard output, where a host expects messages alone',
  fix: 'print it to standard error',
  byHand: 'the text comes from a handler, or from a program that starts the server',
  look: inServers(({ started }, { orAgain }) => {
    const noise = started?.kind === 'ready' || started?.kind === 'failed' ? started.noise : undefined;
    if (noise === undefined) return undefined;
    return {
      cause: `The server printed this to standard output, where only messages belong:\n    ${noise}`,
      fix: orAgain('Print it to standard error instead, and run `haft compile`.'),
    };
  }),
};
