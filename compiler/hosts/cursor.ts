/** Cursor. */
import type { Host } from './host.ts';
import { stdioEntry } from './host.ts';

const variable = (name: string): string => `\${env:${name}}`;

export const cursor: Host = {
  id: 'cursor',
  title: 'Cursor',
  verified: 'docs',
  toolName: { form: '{server}-{tool}', maxLength: 60 },
  reservedServers: [],
  reservedInSkills: [],
  config: { user: '~/.cursor/mcp.json', project: '.cursor/mcp.json', format: 'json' },
  container: ['mcpServers'],
  entry: (server) => (server.url === undefined ? stdioEntry(server, variable) : { url: server.url }),
  variable,
  add: undefined,
  reload: 'Switch the server off and on in its settings.',
  skills: { user: ['~/.cursor/skills'], project: ['.cursor/skills', '.agents/skills'] },
  dynamicContent: [],
};
