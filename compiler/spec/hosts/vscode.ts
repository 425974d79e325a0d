/** Visual Studio Code. */
import { dollarEnv, stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const vscode: Host = {
  id: 'vscode',
  title: 'Visual Studio Code',
  verified: 'docs',
  programs: ['code'],
  toolName: { form: 'mcp_{server}_{tool}', maxLength: 64 },
  reservedServers: [],
  config: {
    user: {
      paths: [
        {
          linux: '${XDG_CONFIG_HOME:-~/.config}/Code/User/mcp.json',
          macos: '~/Library/Application Support/Code/User/mcp.json',
          windows: '${APPDATA:-~/AppData/Roaming}/Code/User/mcp.json',
        },
      ],
      format: LENIENT,
    },
    project: { paths: ['.vscode/mcp.json'], format: LENIENT },
  },
  container: ['servers'],
  stdio: (server) => ({ type: 'stdio', ...stdioEntry(server, dollarEnv) }),
  http: ({ url }) => ({ type: 'http', url }),
  variable: dollarEnv,
  environment: 'desktop',
  projectFolder: '${workspaceFolder}',
  reload: '"MCP: List Servers", then restart the server.',
  approve: { project: 'Trust the servers in the dialog of their first start.' },
  skills: {
    user: ['~/.agents/skills', '~/.copilot/skills'],
    project: ['.agents/skills', '.github/skills', '.claude/skills'],
  },
};
