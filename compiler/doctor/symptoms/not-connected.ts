/** A host that was asked for has no server of ours. */
import { command } from '../fix.ts';
import { isOurs } from '../observed.ts';
import { NO_TOOL } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const notConnected: Symptom = {
  id: 'not-connected',
  symptom: NO_TOOL,
  cause: 'the entry is absent, or in a file that the host does not read',
  fix: '`haft install <host>` with `--user` or `--project`',
  look: (observed) => {
    const { host, asked, files, elsewhere } = observed;
    if (!asked || files.some(isOurs)) return [];
    const read = files.map(({ file }) => file).join(' and ');
    const found = elsewhere.map(({ file, name }) => `"${name}" is in ${file}, which it does not read.`);
    return [
      {
        cause: [`${host.title} reads ${read}: it has no server from Haft.`, ...found].join(' '),
        fix: { commands: [command(observed, 'install', host.id, host.config.user ? '--user' : '--project')] },
      },
    ];
  },
};
