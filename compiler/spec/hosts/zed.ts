/** Zed. */
import { stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';
import { inEntry, isFalse } from './switches.ts';

export const zed: Host = {
  id: 'zed',
  title: 'Zed',
  verified: 'docs',
  programs: ['zed'],
  reservedServers: [],
  config: {
    user: {
      paths: [
        {
          linux: '${XDG_CONFIG_HOME:-~/.config}/zed/settings.json',
          macos: '~/.config/zed/settings.json',
          windows: '${APPDATA:-~/AppData/Roaming}/Zed/settings.json',
        },
      ],
      format: LENIENT,
    },
    project: { paths: ['.zed/settings.json'], format: LENIENT },
  },
  container: ['context_servers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ url }),
  environment: 'desktop',
  reload: 'Nothing to do: it reads its settings when they are saved.',
  approve: { project: 'Trust the folder when it asks.' },
  switches: [inEntry('server', 'enabled', isFalse)],
  skills: { user: ['~/.agents/skills'], project: ['.agents/skills'] },
};
