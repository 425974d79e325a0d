/** Claude Code. An entry with a url and without a type is skipped. */
import { assignments, dollarBraces, stdioEntry } from './entry.ts';
import { type SettingsFile, filesAt, JSON_ONLY, LENIENT } from './config-file.ts';
import type { Host } from './host.ts';
import { inFile, lists, listsAny, listsPattern, memberBelow } from './switches.ts';

const STATE: SettingsFile = { of: 'user', path: '${CLAUDE_CONFIG_DIR:-~}/.claude.json', format: JSON_ONLY };
const OF_USER: SettingsFile = { of: 'user', path: '${CLAUDE_CONFIG_DIR:-~/.claude}/settings.json', format: LENIENT };
const LOCAL: SettingsFile = { of: 'project', path: '.claude/settings.local.json', format: LENIENT };
const SETTINGS: readonly SettingsFile[] = [
  { of: 'user', path: '/etc/claude-code/managed-settings.json', format: LENIENT },
  OF_USER,
  { of: 'project', path: '.claude/settings.json', format: LENIENT },
  LOCAL,
];

/** The server names in a list of maps; undefined if one has no `serverName`. */
function serverNames(value: unknown): readonly unknown[] | undefined {
  const names = Array.isArray(value) ? value.map((one: unknown) => memberBelow(one, 'serverName')) : undefined;
  return names?.includes(undefined) ? undefined : names;
}

export const claudeCode: Host = {
  id: 'claude-code',
  title: 'Claude Code',
  verified: 'ran 2.1.330',
  programs: ['claude'],
  toolName: { form: 'mcp__{server}__{tool}', maxLength: 64 },
  reservedServers: ['workspace', 'claude-in-chrome', 'computer-use'],
  serverName: /^[\w-]+$/,
  reservedInSkills: ['anthropic', 'claude'],
  config: filesAt('${CLAUDE_CONFIG_DIR:-~}/.claude.json', '.mcp.json', JSON_ONLY),
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
  sse: ({ url }) => ({ type: 'sse', url }),
  variable: dollarBraces,
  unset: 'literal',
  environment: 'whole',
  projectFolder: '${CLAUDE_PROJECT_DIR:-.}',
  add: {
    stdio: (name, command, set) => `claude mcp add ${name} ${assignments('-e', set)}-- ${command}`,
    http: ({ name, url }) => `claude mcp add --transport http ${name} ${url}`,
    sse: ({ name, url }) => `claude mcp add --transport sse ${name} ${url}`,
  },
  reload: 'Restart it; skills are loaded without a restart.',
  approve: { project: 'Approve the servers in the dialog of the next start in this folder.' },
  approval: {
    scopes: ['project'],
    files: {
      state: STATE,
      user: OF_USER,
      local: LOCAL,
    },
    isGiven: ({ files, folders, server }) => {
      const [folder = ''] = folders;
      const own = memberBelow(files['state'], 'projects', folder);
      const isTrusted = memberBelow(own, 'hasTrustDialogAccepted') === true;
      return [files['user'], own, ...(isTrusted ? [files['local']] : [])].some(
        (one) =>
          memberBelow(one, 'enableAllProjectMcpServers') === true ||
          lists(memberBelow(one, 'enabledMcpjsonServers'), server),
      );
    },
  },
  switches: [
    inFile('server', 'projects.{folder}.disabledMcpServers', listsAny('{server}'), [STATE]),
    inFile(
      'server',
      'deniedMcpServers',
      (value, { server }) => serverNames(value)?.includes(server) ?? false,
      SETTINGS,
    ),
    inFile(
      'server',
      'allowedMcpServers',
      (value, { server }) => serverNames(value)?.includes(server) === false,
      SETTINGS,
    ),
    { ...inFile('server', 'disabledMcpjsonServers', listsAny('{server}'), [...SETTINGS]), scope: 'project' },
    inFile('tool', 'permissions.deny', listsPattern('mcp__{server}', 'mcp__{server}__{tool}'), SETTINGS),
    inFile('skill', 'skillOverrides', (value, { skill }) => memberBelow(value, skill) === 'off', SETTINGS),
  ],
  types: [{ place: 'entry', path: ['env'], type: 'map of strings', effect: 'skips the whole entry' }],
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
      hint: 'Name the file without "@", and state when to read it.',
    },
  ],
};
