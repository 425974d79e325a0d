/** Cline CLI. Its entries are nested. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const cline: Host = {
  id: 'cline',
  title: 'Cline CLI',
  verified: 'ran 3.0.65, connection not seen',
  programs: ['cline'],
  reservedServers: [],
  reservedInSkills: [],
  config: { user: { paths: ['~/.cline/data/settings/cline_mcp_settings.json'], format: LENIENT } },
  container: ['mcpServers'],
  stdio: (server) => ({ transport: { type: 'stdio', ...stdioEntry(server, undefined) } }),
  http: ({ url }) => ({ transport: { type: 'streamableHttp', url } }),
  variable: undefined,
  environment: 'whole',
  add: undefined,
  reload: 'Restart it.',
  approve: {},
  skills: { user: [], project: [] },
  dynamicContent: [],
};
