/** A host that was asked for has no server of ours. */
import { NO_TOOL } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const notConnected: Symptom = {
  id: 'not-connected',
  symptom: NO_TOOL,
  cause: 'the entry is absent, or in a file that the host does not read',
  fix: '`haft install <host>` with `--user` or `--project`',
  blocks: false,
  look: ({ host, asked, files, elsewhere }) => {
    const known = files.some(({ servers, gone, problem, misplaced }) => {
      return servers.length + gone.length + misplaced.length > 0 || problem;
    });
    if (!asked || known) return [];
    const read = files.map(({ file }) => file).join(' and ');
    const found = elsewhere.map(({ file, name }) => `"${name}" is in ${file}, which it does not read.`);
    return [
      {
        cause: [`${host.title} reads ${read}: it has no server from Haft.`, ...found].join(' '),
        fix: `Run \`haft install ${host.id} --user\` for all projects, or \`haft install ${host.id}\` in the project.`,
      },
    ];
  },
};
