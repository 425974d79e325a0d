/** Kiro. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';
import { inEntry, isTrue, listsAny } from './switches.ts';

export const kiro: Host = {
  id: 'kiro',
  title: 'Kiro',
  verified: 'docs',
  programs: ['kiro', 'kiro-cli'],
  reservedServers: [],
  config: {
    user: { paths: ['~/.kiro/settings/mcp.json'], format: LENIENT },
    project: { paths: ['.kiro/settings/mcp.json'], format: LENIENT },
  },
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ url }),
  environment: 'desktop',
  reload: 'Restart the server in its panel.',
  switches: [inEntry('server', 'disabled', isTrue), inEntry('tool', 'disabledTools', listsAny('{tool}'))],
  skills: { user: ['~/.kiro/skills'], project: ['.kiro/skills'] },
  hosted: true,
};
