/** Windsurf. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';
import { inEntry, isTrue, listsAny } from './switches.ts';

export const windsurf: Host = {
  id: 'windsurf',
  title: 'Windsurf',
  verified: 'docs',
  programs: ['windsurf'],
  reservedServers: [],
  config: {
    user: { paths: ['~/.codeium/windsurf/mcp_config.json'], format: LENIENT },
  },
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ serverUrl: url }),
  environment: 'desktop',
  reload: 'Refresh the servers in its settings.',
  switches: [inEntry('server', 'disabled', isTrue), inEntry('tool', 'disabledTools', listsAny('{tool}'))],
  skills: { user: ['~/.codeium/windsurf/skills'], project: ['.windsurf/skills'] },
  hosted: true,
};
