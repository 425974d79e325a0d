/** Visual Studio Code. */
import type { Host } from './host.ts';
import { stdioEntry } from './host.ts';

const variable = (name: string): string => `\${env:${name}}`;

export const vscode: Host = {
  id: 'vscode',
  title: 'Visual Studio Code',
  verified: 'docs',
  toolName: { form: 'mcp_{server}_{tool}', maxLength: 64 },
  reservedServers: [],
  reservedInSkills: [],
  config: {
    user: {
      linux: '~/.config/Code/User/mcp.json',
      macos: '~/Library/Application Support/Code/User/mcp.json',
      windows: '%APPDATA%\\Code\\User\\mcp.json',
    },
    project: '.vscode/mcp.json',
    format: 'json with comments',
  },
  container: ['servers'],
  entry: (server) =>
    server.url === undefined ? { type: 'stdio', ...stdioEntry(server, variable) } : { type: 'http', url: server.url },
  variable,
  add: undefined,
  reload: '"MCP: List Servers", then restart the server.',
  skills: { user: ['~/.copilot/skills', '~/.agents/skills'], project: ['.github/skills', '.agents/skills'] },
  dynamicContent: [],
};
