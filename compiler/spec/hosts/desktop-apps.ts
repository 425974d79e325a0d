/** Hosts with a window: editors and chat applications. */
import { dollarEnv, stdioEntry } from './entry.ts';
import { applicationPath, filesAt, LENIENT } from './config-file.ts';
import type { Host } from './host.ts';
import { inEntry, isFalse, isTrue, listsAny } from './switches.ts';

/** Antigravity. */
export const antigravity: Host = {
  id: 'antigravity',
  title: 'Antigravity',
  verified: 'docs',
  programs: ['antigravity'],
  config: { user: { paths: ['~/.gemini/config/mcp_config.json'], format: LENIENT } },
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ serverUrl: url }),
  environment: 'desktop',
  reload: 'Refresh the servers in its settings.',
  switches: [inEntry('server', 'disabled', isTrue), inEntry('tool', 'disabledTools', listsAny('{tool}'))],
  skills: { user: [], project: [] },
  hosted: true,
};

/** Claude Desktop. Servers that listen are set up in its settings, and skills are uploaded there. */
export const claudeDesktop: Host = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  verified: 'docs',
  programs: [],
  config: { user: { paths: [applicationPath('Claude/claude_desktop_config.json')], format: LENIENT } },
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

/** Cursor. */
export const cursor: Host = {
  id: 'cursor',
  title: 'Cursor',
  verified: 'docs',
  programs: ['cursor'],
  toolName: { form: '{server}-{tool}', maxLength: 60 },
  config: filesAt('~/.cursor/mcp.json', '.cursor/mcp.json', LENIENT),
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

/** Kiro. */
export const kiro: Host = {
  id: 'kiro',
  title: 'Kiro',
  verified: 'docs',
  programs: ['kiro', 'kiro-cli'],
  config: filesAt('~/.kiro/settings/mcp.json', '.kiro/settings/mcp.json', LENIENT),
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ url }),
  environment: 'desktop',
  reload: 'Restart the server in its panel.',
  switches: [inEntry('server', 'disabled', isTrue), inEntry('tool', 'disabledTools', listsAny('{tool}'))],
  skills: { user: ['~/.kiro/skills'], project: ['.kiro/skills'] },
  hosted: true,
};

/** Visual Studio Code. */
export const vscode: Host = {
  id: 'vscode',
  title: 'Visual Studio Code',
  verified: 'docs',
  programs: ['code'],
  toolName: { form: 'mcp_{server}_{tool}', maxLength: 64 },
  config: filesAt(applicationPath('Code/User/mcp.json'), '.vscode/mcp.json', LENIENT),
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

/** Windsurf. */
export const windsurf: Host = {
  id: 'windsurf',
  title: 'Windsurf',
  verified: 'docs',
  programs: ['windsurf'],
  config: { user: { paths: ['~/.codeium/windsurf/mcp_config.json'], format: LENIENT } },
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ serverUrl: url }),
  environment: 'desktop',
  reload: 'Refresh the servers in its settings.',
  switches: [inEntry('server', 'disabled', isTrue), inEntry('tool', 'disabledTools', listsAny('{tool}'))],
  skills: { user: ['~/.codeium/windsurf/skills'], project: ['.windsurf/skills'] },
  hosted: true,
};

/** Zed. */
export const zed: Host = {
  id: 'zed',
  title: 'Zed',
  verified: 'docs',
  programs: ['zed'],
  config: filesAt(
    {
      linux: '${XDG_CONFIG_HOME:-~/.config}/zed/settings.json',
      macos: '~/.config/zed/settings.json',
      windows: '${APPDATA:-~/AppData/Roaming}/Zed/settings.json',
    },
    '.zed/settings.json',
    LENIENT,
  ),
  container: ['context_servers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ url }),
  environment: 'desktop',
  reload: 'Nothing to do: it reads its settings when they are saved.',
  approve: { project: 'Trust the folder when it asks.' },
  switches: [inEntry('server', 'enabled', isFalse)],
  skills: { user: ['~/.agents/skills'], project: ['.agents/skills'] },
};
