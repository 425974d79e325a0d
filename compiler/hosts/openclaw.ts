/** OpenClaw. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const openclaw: Host = {
  id: 'openclaw',
  title: 'OpenClaw',
  verified: 'ran 2026.9.6',
  programs: ['openclaw'],
  reservedServers: [],
  reservedInSkills: [],
  config: { user: { paths: ['~/.openclaw/openclaw.json'], format: LENIENT } },
  container: ['mcp', 'servers'],
  stdio: (server) => stdioEntry(server, undefined),
  http: ({ url }) => ({ url, transport: 'streamable-http' }),
  variable: undefined,
  environment: 'whole',
  add: undefined,
  reload: 'Restart its gateway; `openclaw mcp doctor --probe` shows whether the servers answer.',
  approve: {},
  skills: { user: ['~/.agents/skills', '~/.openclaw/skills'], project: ['skills'] },
  dynamicContent: [],
};
