/** GitHub Copilot CLI. */
import { assignments, dollarBraces, environmentMember } from './entry.ts';
import { JSON_ONLY, LENIENT } from './config-file.ts';
import type { Host } from './host.ts';
import { openAiAddress } from './local-model.ts';
import { inEntry, lists, listsOthers, memberBelow } from './switches.ts';

export const copilot: Host = {
  id: 'copilot',
  title: 'GitHub Copilot CLI',
  verified: 'ran 1.0.102',
  programs: ['copilot'],
  toolName: { form: '{server}-{tool}' },
  config: {
    user: { paths: ['${COPILOT_HOME:-~/.copilot}/mcp-config.json'], format: LENIENT },
    // With both, it reads the first alone; a new file is one that no other host reads.
    project: { paths: ['.mcp.json', '.github/mcp.json'], fresh: '.github/mcp.json', format: JSON_ONLY },
  },
  container: ['mcpServers'],
  stdio: (server) => ({
    type: 'local',
    command: server.command,
    args: server.args,
    ...environmentMember(server, dollarBraces),
    tools: ['*'],
  }),
  http: ({ url }) => ({ type: 'http', url, tools: ['*'] }),
  sse: ({ url }) => ({ type: 'sse', url, tools: ['*'] }),
  variable: dollarBraces,
  environment: 'whole',
  add: {
    stdio: (name, command, set) => `copilot mcp add ${name} ${assignments('--env', set)}-- ${command}`,
    http: ({ name, url }) => `copilot mcp add --transport http ${name} ${url}`,
    sse: ({ name, url }) => `copilot mcp add --transport sse ${name} ${url}`,
  },
  reload: 'Restart it.',
  approve: { project: 'Trust this folder when it asks: until then the servers are absent without a message.' },
  approval: {
    scopes: ['project'],
    files: { config: { of: 'user', path: '${COPILOT_HOME:-~/.copilot}/config.json', format: LENIENT } },
    isGiven: ({ files, folders }) =>
      folders.some((folder) => lists(memberBelow(files['config'], 'trustedFolders'), folder)),
  },
  switches: [inEntry('tool', 'tools', listsOthers('*', '{tool}'))],
  skills: {
    user: ['~/.agents/skills', '${COPILOT_HOME:-~/.copilot}/skills'],
    project: ['.agents/skills', '.github/skills', '.claude/skills'],
  },
  ownModel: (runner) =>
    `set COPILOT_PROVIDER_BASE_URL=${openAiAddress(runner)} and COPILOT_MODEL=${runner.model} where it starts`,
};
