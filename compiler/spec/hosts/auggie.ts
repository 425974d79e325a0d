/** Auggie. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const auggie: Host = {
  id: 'auggie',
  title: 'Auggie',
  verified: 'ran 0.36.0, connection not seen',
  programs: ['auggie'],
  reservedServers: [],
  config: {
    user: { paths: ['~/.augment/settings.json'], format: LENIENT },
    project: { paths: ['.augment/settings.json'], format: LENIENT },
  },
  container: ['mcpServers'],
  stdio: (server) => ({ type: 'stdio', ...stdioEntry(server) }),
  http: ({ url }) => ({ type: 'http', url }),
  environment: 'whole',
  reload: 'Restart it.',
  skills: { user: [], project: [] },
  hosted: true,
};
