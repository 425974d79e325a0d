/** The entry is below a key of another host. */
import { freshEntry, writeAgain } from '../fix.ts';
import { NO_TOOL, inFiles } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const wrongKey: Symptom = {
  id: 'wrong-key',
  symptom: NO_TOOL,
  cause: 'the entry is below a key of another host, such as `mcpServers` where the host reads `servers`',
  fix: '`haft install`; the other entry can go',
  look: inFiles(({ misplaced, scope }, observed) =>
    misplaced.map(({ name, key }) => ({
      server: name,
      key,
      cause: `${observed.host.title} reads servers below "${observed.host.container.join('.')}"; this one is below "${key.split('.')[0]}".`,
      fix: writeAgain(observed, scope, freshEntry(observed, name)),
    })),
  ),
};
