/** Gemini CLI. It does not start with a byte order mark in its file. */
import { dollarBraces, stdioEntry } from './entry.ts';
import { type JsonFormat, filesAt, WITH_COMMENTS } from './config-file.ts';
import type { Host } from './host.ts';
import { type Switch, inEntry, inFile, isFalse, listsAny, listsOthers, memberBelow } from './switches.ts';

const FORMAT: JsonFormat = { ...WITH_COMMENTS, bom: false };

/** Those that its relatives have as well. */
export const GEMINI_SWITCHES: readonly Switch[] = [
  inFile('server', 'mcp.excluded', listsAny('{server}')),
  inFile('server', 'mcp.allowed', listsOthers('{server}')),
  inEntry('tool', 'excludeTools', listsAny('{tool}')),
  inEntry('tool', 'includeTools', listsOthers('{tool}')),
  inFile('tool', 'excludeTools', listsAny('{tool}', 'mcp_{server}_{tool}')),
  inFile('tool', 'tools.exclude', listsAny('{tool}', 'mcp_{server}_{tool}')),
];

export const gemini: Host = {
  id: 'gemini',
  title: 'Gemini CLI',
  verified: 'ran 0.61.0',
  programs: ['gemini'],
  toolName: { form: 'mcp_{server}_{tool}', maxLength: 63 },
  config: filesAt('~/.gemini/settings.json', '.gemini/settings.json', FORMAT),
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server, dollarBraces),
  http: ({ url }) => ({ httpUrl: url }),
  sse: ({ url }) => ({ url, type: 'sse' }),
  variable: dollarBraces,
  unset: 'empty',
  environment: 'whole',
  add: {
    stdio: (name, command, set) => `gemini mcp add ${name} ${command}${set.map((one) => ` -e ${one}`).join('')}`,
    http: ({ name, url }) => `gemini mcp add --transport http ${name} ${url}`,
    sse: ({ name, url }) => `gemini mcp add --transport sse ${name} ${url}`,
  },
  reload: '`/mcp reload` and `/skills reload`.',
  approve: {
    user: 'Trust the folder in which you start it: in other folders all servers stay off, including those of the user.',
    project: 'Trust this folder when it asks: until then its servers stay off.',
  },
  approval: {
    scopes: ['user', 'project'],
    files: {
      settings: { of: 'user', path: '~/.gemini/settings.json', format: FORMAT },
      folders: { of: 'user', path: '~/.gemini/trustedFolders.json', format: FORMAT },
    },
    isGiven: ({ files, folders, env }) =>
      env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true' ||
      memberBelow(files['settings'], 'security', 'folderTrust', 'enabled') === false ||
      folders.some((folder) => memberBelow(files['folders'], folder) === 'TRUST_FOLDER'),
  },
  switches: [
    ...GEMINI_SWITCHES,
    inFile('skill', 'skills.disabled', listsAny('{skill}')),
    inFile('skill', 'skills.enabled', isFalse),
  ],
  types: [
    { place: 'entry', path: ['env'], type: 'map of strings', effect: 'does not connect the server' },
    { place: 'entry', path: ['timeout'], type: 'number', effect: 'does not connect the server' },
  ],
  start: { folder: 'cwd', limit: { key: 'timeout', milliseconds: 1 } },
  skills: { user: ['~/.agents/skills', '~/.gemini/skills'], project: ['.agents/skills', '.gemini/skills'] },
  hosted: true,
};
