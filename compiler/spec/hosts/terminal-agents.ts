/** Hosts of the terminal, as data. */
import { dollarBraces, stdioEntry } from './entry.ts';
import { type ConfigFile, filesAt } from './config-file.ts';
import { JSON5, LENIENT, TOML, WITH_COMMENTS, YAML } from './format.ts';
import { GEMINI_SWITCHES } from './gemini.ts';
import type { Host } from './host.ts';
import { type ModelHost, PROVIDER, openAiAddress } from './local-model.ts';
import { OPENCODE_ENTRIES } from './opencode.ts';
import { inEntry, isFalse, isTrue } from './switches.ts';

/** The host aider, which starts no tool servers: only its model is set up. */
export const aider: ModelHost = {
  id: 'aider',
  title: 'aider',
  programs: ['aider'],
  localModel: {
    verified: 'docs',
    file: filesAt('~/.aider.conf.yml', '.aider.conf.yml', YAML),
    settings: (runner) => [
      { path: ['model'], value: `openai/${runner.model}` },
      { path: ['openai-api-base'], value: openAiAddress(runner) },
      // It calls no interface of OpenAI without a key; a runner reads none.
      { path: ['openai-api-key'], value: 'local' },
    ],
  },
};

/** Amp. */
export const amp: Host = {
  id: 'amp',
  title: 'Amp',
  verified: 'ran 0.0.1790142911, connection not seen',
  programs: ['amp'],
  config: filesAt('${XDG_CONFIG_HOME:-~/.config}/amp/settings.json', '.amp/settings.json', LENIENT),
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

/** Auggie. */
export const auggie: Host = {
  id: 'auggie',
  title: 'Auggie',
  verified: 'ran 0.36.0, connection not seen',
  programs: ['auggie'],
  config: filesAt('~/.augment/settings.json', '.augment/settings.json', LENIENT),
  container: ['mcpServers'],
  stdio: (server) => ({ type: 'stdio', ...stdioEntry(server) }),
  http: ({ url }) => ({ type: 'http', url }),
  environment: 'whole',
  reload: 'Restart it.',
  skills: { user: [], project: [] },
  hosted: true,
};

/** Cline CLI. Its entries are nested. */
export const cline: Host = {
  id: 'cline',
  title: 'Cline CLI',
  verified: 'ran 3.0.65',
  programs: ['cline'],
  toolName: { form: '{server}__{tool}' },
  config: { user: { paths: ['~/.cline/data/settings/cline_mcp_settings.json'], format: LENIENT } },
  container: ['mcpServers'],
  stdio: (server) => ({ transport: { type: 'stdio', ...stdioEntry(server) } }),
  http: ({ url }) => ({ transport: { type: 'streamableHttp', url } }),
  environment: 'whole',
  reload: 'Restart it.',
  switches: [inEntry('server', 'disabled', isTrue)],
  skills: { user: [], project: [] },
};

/** Kilo CLI. A relative of opencode, with the same entries. */
export const kilo: Host = {
  id: 'kilo',
  title: 'Kilo CLI',
  verified: 'docs',
  programs: ['kilo'],
  config: { user: { paths: ['${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.json'], format: LENIENT } },
  ...OPENCODE_ENTRIES,
  environment: 'whole',
  reload: 'Restart it.',
  skills: { user: [], project: [] },
};

/** Kimi Code. */
export const kimi: Host = {
  id: 'kimi',
  title: 'Kimi Code',
  verified: 'ran 2.1.0',
  programs: ['kimi'],
  toolName: { form: 'mcp__{server}__{tool}' },
  config: filesAt('~/.kimi-code/mcp.json', '.kimi-code/mcp.json', LENIENT),
  container: ['mcpServers'],
  log: { folder: '~/.kimi-code/logs', path: () => 'kimi-code.log', shared: true },
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ url }),
  environment: 'whole',
  reload: 'Restart it.',
  approve: { project: 'Trust this folder when it asks.' },
  skills: { user: ['~/.kimi-code/skills'], project: ['.kimi-code/skills', '.kimi/skills'] },
  localModel: {
    verified: 'ran 2.1.0',
    file: { user: { paths: ['~/.kimi-code/config.toml'], format: TOML } },
    settings: (runner) => [
      {
        path: ['providers', PROVIDER],
        // It takes no provider without a key; a runner reads none.
        value: { type: 'openai', base_url: openAiAddress(runner), api_key: 'local' },
      },
      {
        path: ['models', `${PROVIDER}/${runner.model}`],
        value: { provider: PROVIDER, model: runner.model, max_context_size: 65_536 },
      },
    ],
    choose: (model) => `kimi --model ${PROVIDER}/${model}`,
  },
};

/** Qwen Code. */
export const qwen: Host = {
  id: 'qwen',
  title: 'Qwen Code',
  verified: 'ran 0.24.4',
  programs: ['qwen'],
  toolName: { form: 'mcp__{server}__{tool}' },
  config: filesAt('~/.qwen/settings.json', '.qwen/settings.json', WITH_COMMENTS),
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
