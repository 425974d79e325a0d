/** Antigravity. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const antigravity: Host = {
  id: 'antigravity',
  title: 'Antigravity',
  verified: 'docs',
  programs: ['antigravity'],
  reservedServers: [],
  reservedInSkills: [],
  config: {
    user: { paths: ['~/.gemini/config/mcp_config.json'], format: LENIENT },
  },
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server, undefined),
  http: ({ url }) => ({ serverUrl: url }),
  variable: undefined,
  environment: 'desktop',
  add: undefined,
  reload: 'Refresh the servers in its settings.',
  approve: {},
  skills: { user: [], project: [] },
  hosted: true,
  dynamicContent: [],
};
