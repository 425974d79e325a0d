/** The entry is below a key of another host. */
import { NO_TOOL, inFiles } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const wrongKey: Symptom = {
  id: 'wrong-key',
  symptom: NO_TOOL,
  cause: 'the entry is below a key of another host, such as `mcpServers` where the host reads `servers`',
  fix: 'move it, or `haft install`',
  look: inFiles(({ misplaced, scope }, { host }) =>
    misplaced.map(({ name, key }) => ({
      server: name,
      key,
      cause: `${host.title} reads servers below "${host.container.join('.')}"; this one is below "${key.split('.')[0]}".`,
      fix: `Run \`haft install ${host.id} --${scope}\`, and remove this entry.`,
    })),
  ),
};
