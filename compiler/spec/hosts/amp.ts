/** Amp. */
import { dollarBraces, stdioEntry } from './entry.ts';
import { LENIENT } from './format.ts';
import type { Host } from './host.ts';

export const amp: Host = {
  id: 'amp',
  title: 'Amp',
  verified: 'ran 0.0.1790142911, connection not seen',
  programs: ['amp'],
  reservedServers: [],
  config: {
    user: { paths: ['${XDG_CONFIG_HOME:-~/.config}/amp/settings.json'], format: LENIENT },
    project: { paths: ['.amp/settings.json'], format: LENIENT },
  },
  container: ['amp.mcpServers'],
  stdio: (server) => stdioEntry(server, dollarBraces),
  http: ({ url }) => ({ url }),
  variable: dollarBraces,
  environment: 'whole',
  add: { stdio: (name, command) => `amp mcp add ${name} -- ${command}` },
  reload: 'Restart it.',
  approve: { project: '`amp mcp approve <server>`, once for each server.' },
  skills: { user: ['~/.config/agents/skills', '~/.config/amp/skills'], project: ['.agents/skills', '.claude/skills'] },
  hosted: true,
};
