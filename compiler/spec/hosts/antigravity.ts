/** Antigravity. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';
import { inEntry, isTrue, listsAny } from './switches.ts';

export const antigravity: Host = {
  id: 'antigravity',
  title: 'Antigravity',
  verified: 'docs',
  programs: ['antigravity'],
  reservedServers: [],
  config: {
    user: { paths: ['~/.gemini/config/mcp_config.json'], format: LENIENT },
  },
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ serverUrl: url }),
  environment: 'desktop',
  reload: 'Refresh the servers in its settings.',
  switches: [inEntry('server', 'disabled', isTrue), inEntry('tool', 'disabledTools', listsAny('{tool}'))],
  skills: { user: [], project: [] },
  hosted: true,
};
