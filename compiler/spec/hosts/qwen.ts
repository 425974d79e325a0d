/** Qwen Code. */
import { dollarBraces, stdioEntry } from './entry.ts';
import { WITH_COMMENTS } from './format.ts';
import { GEMINI_SWITCHES } from './gemini.ts';
import type { Host } from './host.ts';

export const qwen: Host = {
  id: 'qwen',
  title: 'Qwen Code',
  verified: 'ran 0.24.4',
  programs: ['qwen'],
  toolName: { form: 'mcp__{server}__{tool}' },
  reservedServers: [],
  config: {
    user: { paths: ['~/.qwen/settings.json'], format: WITH_COMMENTS },
    project: { paths: ['.qwen/settings.json'], format: WITH_COMMENTS },
  },
  container: ['mcpServers'],
  stdio: (server) => stdioEntry(server, dollarBraces),
  http: ({ url }) => ({ httpUrl: url }),
  variable: dollarBraces,
  environment: 'whole',
  reload: 'Restart it.',
  approve: { project: 'Trust this folder when it asks.' },
  switches: GEMINI_SWITCHES,
  start: { folder: 'cwd', limit: { key: 'timeout', milliseconds: 1 } },
  skills: { user: ['~/.qwen/skills'], project: ['.qwen/skills'] },
};
