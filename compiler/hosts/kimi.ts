/** Kimi Code. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const kimi: Host = {
  id: 'kimi',
  title: 'Kimi Code',
  verified: 'docs',
  programs: ['kimi'],
  reservedServers: [],
  reservedInSkills: [],
  config: {
    user: { paths: ['~/.kimi-code/mcp.json'], format: LENIENT },
    project: { paths: ['.kimi-code/mcp.json'], format: LENIENT },
  },
  container: ['mcpServers'],
  log: { folder: '~/.kimi-code/logs', path: () => 'kimi-code.log', shared: true },
  stdio: (server) => stdioEntry(server, undefined),
  http: ({ url }) => ({ url }),
  variable: undefined,
  environment: 'whole',
  add: undefined,
  reload: 'Restart it.',
  approve: { project: 'Trust this folder when it asks.' },
  skills: { user: ['~/.kimi-code/skills'], project: ['.kimi-code/skills', '.kimi/skills'] },
  hosted: true,
  dynamicContent: [],
};
