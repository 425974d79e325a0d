/** Claude Code. An entry with a url and without a type is skipped. */
import { dollarBraces, stdioEntry } from './entry.ts';
import { JSON_ONLY, LENIENT } from './format.ts';
import type { Host } from './host.ts';
import { lists, noted } from './notes.ts';

export const claudeCode: Host = {
  id: 'claude-code',
  title: 'Claude Code',
  verified: 'ran 2.1.330',
  programs: ['claude'],
  toolName: { form: 'mcp__{server}__{tool}', maxLength: 64 },
  reservedServers: ['workspace', 'claude-in-chrome', 'computer-use'],
  serverName: /^[\w-]+$/,
  reservedInSkills: ['anthropic', 'claude'],
  config: {
    user: { paths: ['${CLAUDE_CONFIG_DIR:-~}/.claude.json'], format: JSON_ONLY },
    project: { paths: ['.mcp.json'], format: JSON_ONLY },
  },
  container: ['mcpServers'],
  local: (folder) => ['projects', folder, 'mcpServers'],
  log: {
    folder: {
      linux: '${XDG_CACHE_HOME:-~/.cache}/claude-cli-nodejs',
      macos: '~/Library/Caches/claude-cli-nodejs',
      windows: '${LOCALAPPDATA:-~/AppData/Local}/claude-cli-nodejs/Cache',
    },
    path: (server, folder) => `${folder.replaceAll(/[^a-zA-Z0-9]/g, '-')}/mcp-logs-${server}`,
  },
  stdio: (server) => stdioEntry(server, dollarBraces),
  http: ({ url }) => ({ type: 'http', url }),
  variable: dollarBraces,
  unset: 'literal',
  environment: 'whole',
  projectFolder: '${CLAUDE_PROJECT_DIR:-.}',
  add: (name, command) => `claude mcp add ${name} -- ${command}`,
  reload: 'Restart it; skills are loaded without a restart.',
  approve: { project: 'Approve the servers in the dialog of the next start in this folder.' },
  approval: {
    scopes: ['project'],
    files: {
      state: { of: 'user', path: '${CLAUDE_CONFIG_DIR:-~}/.claude.json', format: JSON_ONLY },
      user: { of: 'user', path: '${CLAUDE_CONFIG_DIR:-~/.claude}/settings.json', format: LENIENT },
      local: { of: 'project', path: '.claude/settings.local.json', format: LENIENT },
    },
    isGiven: ({ files, folders, server }) => {
      const [folder = ''] = folders;
      const own = noted(files['state'], 'projects', folder);
      const isTrusted = noted(own, 'hasTrustDialogAccepted') === true;
      return [files['user'], own, ...(isTrusted ? [files['local']] : [])].some(
        (one) =>
          noted(one, 'enableAllProjectMcpServers') === true || lists(noted(one, 'enabledMcpjsonServers'), server),
      );
    },
  },
  skills: { user: ['${CLAUDE_CONFIG_DIR:-~/.claude}/skills'], project: ['.claude/skills'] },
  hosted: true,
  dynamicContent: [
    {
      pattern: /(?<![\w!])!`[^`\n]+`|^[ \t]*`{3,}!.*$/m,
      effect: 'is run as a command',
      hint: 'Write a step that says what to find out, and let the model ask for it.',
    },
    {
      pattern: /\$ARGUMENTS\b(?:\[\d+\])?/,
      effect: 'is replaced by what the user typed',
      hint: 'Describe it in words: "what the user asked for".',
    },
    {
      pattern: /(?<![\w\\$])\$\d+(?!\w)/,
      effect: 'is replaced by an argument',
      hint: 'Write an amount as "5 dollars" or "USD 5", and an argument in words.',
    },
    {
      pattern: /\$\{CLAUDE_\w+\}/,
      effect: 'is replaced by a value of the host',
      hint: 'Write paths relative to the folder of the skill.',
    },
    {
      pattern:
        /(?<![\w@`./-])@(?:~\/|\.{0,2}\/)?[\w./-]*\.(?:md|mdc|txt|json|ya?ml|toml|csv|html?|xml|ts|js|mjs|py|sh)\b/,
      effect: 'is replaced by the content of the file',
      hint: 'List the file under `references`, and state when to read it.',
    },
  ],
};
