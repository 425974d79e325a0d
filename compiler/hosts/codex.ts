/** Codex CLI. It hands a server hardly any variable that its entry does not name, and does not start where an entry has a url and `env`. */
import { TOML } from './format.ts';
import type { Host } from './host.ts';
import { noted } from './notes.ts';

export const codex: Host = {
  id: 'codex',
  title: 'Codex CLI',
  verified: 'ran 0.169.0',
  programs: ['codex'],
  toolName: { form: '{server}__{tool}', maxLength: 64 },
  reservedServers: [],
  serverName: /^[\w-]+$/,
  config: {
    user: { paths: ['${CODEX_HOME:-~/.codex}/config.toml'], format: TOML },
    project: { paths: ['.codex/config.toml'], format: TOML },
  },
  container: ['mcp_servers'],
  stdio: ({ command, args, references, values }) => ({
    command,
    args,
    ...(references.length > 0 && { env_vars: references }),
    ...(Object.keys(values).length > 0 && { env: values }),
  }),
  http: ({ url }) => ({ url }),
  environment: 'named',
  add: (name, command) => `codex mcp add ${name} -- ${command}`,
  reload: 'Restart it.',
  approve: {
    project:
      'Start it in this folder, and trust the folder when it asks: until then it ignores the file without a message.',
  },
  approval: {
    scopes: ['project'],
    files: { user: { of: 'user', path: '${CODEX_HOME:-~/.codex}/config.toml', format: TOML } },
    isGiven: ({ files, folders }) =>
      folders.some((folder) => noted(files['user'], 'projects', folder, 'trust_level') === 'trusted'),
  },
  refusesEnvBesideUrl: true,
  dropsContentWithData: true,
  skills: {
    user: ['~/.agents/skills', '${CODEX_HOME:-~/.codex}/skills'],
    project: ['.agents/skills', '.codex/skills'],
  },
  hosted: true,
};
