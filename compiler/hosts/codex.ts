/** Codex CLI. A server gets hardly any variable that its entry does not name. */
import type { Host } from './host.ts';

export const codex: Host = {
  id: 'codex',
  title: 'Codex CLI',
  verified: 'ran 0.169.0',
  toolName: { form: '{server}__{tool}', maxLength: 64 },
  reservedServers: [],
  reservedInSkills: [],
  config: { user: '~/.codex/config.toml', project: '.codex/config.toml', format: 'toml' },
  container: ['mcp_servers'],
  entry: ({ command, args, env, url }) =>
    url === undefined ? { command, args, ...(env.length > 0 && { env_vars: env }) } : { url },
  variable: undefined,
  add: (name, command) => `codex mcp add ${name} -- ${command}`,
  reload: 'Start it again; the file of a project is read once its folder is trusted.',
  skills: { user: ['~/.agents/skills', '~/.codex/skills'], project: ['.agents/skills', '.codex/skills'] },
  dynamicContent: [],
};
