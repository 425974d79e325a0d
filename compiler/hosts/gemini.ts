/** Gemini CLI. */
import type { Host } from './host.ts';
import { stdioEntry } from './host.ts';

const variable = (name: string): string => `\${${name}}`;

export const gemini: Host = {
  id: 'gemini',
  title: 'Gemini CLI',
  verified: 'ran 0.61.0',
  toolName: { form: '{server}__{tool}', maxLength: 63 },
  reservedServers: [],
  reservedInSkills: [],
  config: { user: '~/.gemini/settings.json', project: '.gemini/settings.json', format: 'json with comments' },
  container: ['mcpServers'],
  entry: (server) => (server.url === undefined ? stdioEntry(server, variable) : { httpUrl: server.url }),
  variable,
  add: (name, command) => `gemini mcp add ${name} ${command}`,
  reload: '`/mcp reload` and `/skills reload`; in a folder that is not trusted, servers stay off.',
  skills: { user: ['~/.gemini/skills', '~/.agents/skills'], project: ['.gemini/skills', '.agents/skills'] },
  dynamicContent: [],
};
