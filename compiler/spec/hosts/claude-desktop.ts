/** Claude Desktop. Servers that listen are set up in its settings, and skills are uploaded there. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const claudeDesktop: Host = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  verified: 'docs',
  programs: [],
  reservedServers: [],
  config: {
    user: {
      paths: [
        {
          linux: '${XDG_CONFIG_HOME:-~/.config}/Claude/claude_desktop_config.json',
          macos: '~/Library/Application Support/Claude/claude_desktop_config.json',
          windows: '${APPDATA:-~/AppData/Roaming}/Claude/claude_desktop_config.json',
        },
      ],
      format: LENIENT,
    },
  },
  container: ['mcpServers'],
  log: {
    folder: {
      linux: '${XDG_CONFIG_HOME:-~/.config}/Claude/logs',
      macos: '~/Library/Logs/Claude',
      windows: '${APPDATA:-~/AppData/Roaming}/Claude/logs',
    },
    path: (server) => `mcp-server-${server}.log`,
  },
  stdio: (server) => stdioEntry(server),
  http: undefined,
  environment: 'desktop',
  reload: 'Quit it before the change, and start it again.',
  skills: { user: [], project: [] },
  hosted: true,
};
