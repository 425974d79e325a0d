/** Assistants with one file, for the user: goose, Hermes Agent, OpenClaw. */
import { type ConfigFile, JSON5, YAML } from './config-file.ts';
import { dollarBraces, stdioEntry } from './entry.ts';
import type { Host } from './host.ts';
import { PROVIDER, openAiAddress } from './local-model.ts';
import { inEntry, isFalse } from './switches.ts';

const GOOSE_FILE: ConfigFile = {
  paths: [
    {
      linux: '${XDG_CONFIG_HOME:-~/.config}/goose/config.yaml',
      macos: '~/.config/goose/config.yaml',
      windows: '${APPDATA:-~/AppData/Roaming}/Block/goose/config/config.yaml',
    },
  ],
  format: YAML,
};

/** The host goose. */
export const goose: Host = {
  id: 'goose',
  title: 'goose',
  verified: 'docs',
  programs: ['goose'],
  config: { user: GOOSE_FILE },
  container: ['extensions'],
  stdio: ({ name, command, args, references, values }) => ({
    name,
    type: 'stdio',
    cmd: command,
    args,
    ...(Object.keys(values).length > 0 && { envs: values }),
    ...(references.length > 0 && { env_keys: references }),
    enabled: true,
    timeout: 300,
  }),
  http: ({ name, url }) => ({ name, type: 'streamable_http', uri: url, enabled: true, timeout: 300 }),
  environment: 'whole',
  reload: 'Start a new session.',
  switches: [inEntry('server', 'enabled', isFalse)],
  skills: {
    user: ['~/.agents/skills', '${XDG_CONFIG_HOME:-~/.config}/goose/skills'],
    project: ['.agents/skills', '.goose/skills'],
  },
  localModel: {
    verified: 'docs',
    file: { user: GOOSE_FILE },
    // Its provider for Ollama calls `/v1/chat/completions` below the host.
    settings: ({ address, model }) => [
      { path: ['GOOSE_PROVIDER'], value: 'ollama' },
      { path: ['GOOSE_MODEL'], value: model },
      { path: ['OLLAMA_HOST'], value: address },
    ],
  },
};

const HERMES_FILE: ConfigFile = {
  paths: [
    {
      linux: '~/.hermes/config.yaml',
      macos: '~/.hermes/config.yaml',
      windows: '${LOCALAPPDATA:-~/AppData/Local}/hermes/config.yaml',
    },
  ],
  format: YAML,
};

/** Hermes Agent. */
export const hermes: Host = {
  id: 'hermes',
  title: 'Hermes Agent',
  verified: 'docs',
  programs: ['hermes'],
  config: { user: HERMES_FILE },
  container: ['mcp_servers'],
  log: { folder: '~/.hermes/logs', path: () => '', shared: true },
  stdio: (server) => stdioEntry(server, dollarBraces),
  http: ({ url }) => ({ url }),
  variable: dollarBraces,
  environment: 'named',
  reload: '`/reload-mcp`.',
  switches: [inEntry('server', 'enabled', isFalse)],
  skills: { user: ['~/.hermes/skills'], project: ['.hermes/skills'] },
  localModel: {
    verified: 'docs',
    file: { user: HERMES_FILE },
    settings: (runner) => [
      { path: ['model', 'provider'], value: 'custom' },
      { path: ['model', 'default'], value: runner.model },
      { path: ['model', 'base_url'], value: openAiAddress(runner) },
    ],
  },
};

const OPENCLAW_FILE: ConfigFile = { paths: ['~/.openclaw/openclaw.json'], format: JSON5 };

/** OpenClaw. */
export const openclaw: Host = {
  id: 'openclaw',
  title: 'OpenClaw',
  verified: 'ran 2026.9.6',
  programs: ['openclaw'],
  config: { user: OPENCLAW_FILE },
  container: ['mcp', 'servers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ url, transport: 'streamable-http' }),
  environment: 'whole',
  reload: 'Restart its gateway; `openclaw mcp doctor --probe` shows whether the servers answer.',
  switches: [inEntry('server', 'enabled', isFalse)],
  skills: { user: ['~/.agents/skills', '~/.openclaw/skills'], project: ['skills'] },
  localModel: {
    verified: 'ran 2026.9.6',
    file: { user: OPENCLAW_FILE },
    settings: (runner) => [
      {
        path: ['models', 'providers', PROVIDER],
        value: {
          baseUrl: openAiAddress(runner),
          // It takes no provider without a key; a runner reads none.
          apiKey: 'local',
          api: 'openai-completions',
          models: [{ id: runner.model, name: runner.model }],
        },
      },
      { path: ['agents', 'defaults', 'model', 'primary'], value: `${PROVIDER}/${runner.model}`, isDefault: true },
    ],
    choose: (model) => `openclaw models set ${PROVIDER}/${model}`,
  },
};
