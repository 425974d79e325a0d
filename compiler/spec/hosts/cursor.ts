/** Cursor. */
import { dollarEnv, stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const cursor: Host = {
  id: 'cursor',
  title: 'Cursor',
  verified: 'docs',
  programs: ['cursor'],
  toolName: { form: '{server}-{tool}', maxLength: 60 },
  reservedServers: [],
  config: {
    user: { paths: ['~/.cursor/mcp.json'], format: LENIENT },
    project: { paths: ['.cursor/mcp.json'], format: LENIENT },
  },
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server, dollarEnv),
  http: ({ url }) => ({ url }),
  variable: dollarEnv,
  environment: 'desktop',
  projectFolder: '${workspaceFolder}',
  reload: 'Turn the server off and on in its settings.',
  approve: { project: 'Turn the servers on in its settings.' },
  skills: { user: ['~/.cursor/skills'], project: ['.agents/skills', '.cursor/skills'] },
  hosted: true,
};
