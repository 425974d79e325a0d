/** Cline CLI. Its entries are nested. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';
import { inEntry, isTrue } from './switches.ts';

export const cline: Host = {
  id: 'cline',
  title: 'Cline CLI',
  verified: 'ran 3.0.65',
  programs: ['cline'],
  toolName: { form: '{server}__{tool}' },
  reservedServers: [],
  config: { user: { paths: ['~/.cline/data/settings/cline_mcp_settings.json'], format: LENIENT } },
  container: ['mcpServers'],
  stdio: (server) => ({ transport: { type: 'stdio', ...stdioEntry(server) } }),
  http: ({ url }) => ({ transport: { type: 'streamableHttp', url } }),
  environment: 'whole',
  reload: 'Restart it.',
  switches: [inEntry('server', 'disabled', isTrue)],
  skills: { user: [], project: [] },
};
