/** Hermes Agent. */
import { dollarBraces, stdioEntry } from './entry.ts';
import { YAML } from './format.ts';
import type { Host } from './host.ts';

export const hermes: Host = {
  id: 'hermes',
  title: 'Hermes Agent',
  verified: 'docs',
  programs: ['hermes'],
  reservedServers: [],
  reservedInSkills: [],
  config: {
    user: {
      paths: [
        {
          linux: '~/.hermes/config.yaml',
          macos: '~/.hermes/config.yaml',
          windows: '${LOCALAPPDATA:-~/AppData/Local}/hermes/config.yaml',
        },
      ],
      format: YAML,
    },
  },
  container: ['mcp_servers'],
  stdio: (server) => stdioEntry(server, dollarBraces),
  http: ({ url }) => ({ url }),
  variable: dollarBraces,
  environment: 'named',
  add: undefined,
  reload: '`/reload-mcp`.',
  approve: {},
  skills: { user: ['~/.hermes/skills'], project: ['.hermes/skills'] },
  dynamicContent: [],
};
