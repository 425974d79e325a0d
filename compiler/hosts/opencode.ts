/** The host opencode. */
import { environmentMember } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

const variable = (name: string): string => `{env:${name}}`;

export const opencode: Host = {
  id: 'opencode',
  title: 'opencode',
  verified: 'ran 1.18.33',
  programs: ['opencode'],
  reservedServers: [],
  reservedInSkills: [],
  config: {
    user: {
      paths: [
        '${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.json',
        '${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.jsonc',
      ],
      format: LENIENT,
    },
    project: { paths: ['opencode.json', 'opencode.jsonc'], format: LENIENT },
  },
  container: ['mcp'],
  stdio: (server) => ({
    type: 'local',
    command: [server.command, ...server.args],
    ...environmentMember(server, variable, 'environment'),
    enabled: true,
  }),
  http: ({ url }) => ({ type: 'remote', url, enabled: true }),
  variable,
  unset: 'empty',
  environment: 'whole',
  add: undefined,
  reload: 'Quit and start it again: it reads its file once.',
  approve: {},
  skills: {
    user: ['~/.agents/skills', '${XDG_CONFIG_HOME:-~/.config}/opencode/skills', '~/.claude/skills'],
    project: ['.agents/skills', '.opencode/skills', '.claude/skills'],
  },
  dynamicContent: [],
};
