/** Kilo CLI. A relative of opencode, with the same entries. */
import { environmentMember } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

const variable = (name: string): string => `{env:${name}}`;

export const kilo: Host = {
  id: 'kilo',
  title: 'Kilo CLI',
  verified: 'docs',
  programs: ['kilo'],
  reservedServers: [],
  reservedInSkills: [],
  config: { user: { paths: ['${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.json'], format: LENIENT } },
  container: ['mcp'],
  stdio: (server) => ({
    type: 'local',
    command: [server.command, ...server.args],
    ...environmentMember(server, variable, 'environment'),
    enabled: true,
  }),
  http: ({ url }) => ({ type: 'remote', url, enabled: true }),
  variable,
  environment: 'whole',
  add: undefined,
  reload: 'Restart it.',
  approve: {},
  skills: { user: [], project: [] },
  dynamicContent: [],
};
