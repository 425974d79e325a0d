/** Hosts of the terminal, as data. */
import { dollarBraces, stdioEntry } from './entry.ts';
import { filesAt, LENIENT, TOML, WITH_COMMENTS, YAML } from './config-file.ts';
import { GEMINI_SWITCHES } from './gemini.ts';
import type { Host } from './host.ts';
import { type ModelHost, PROVIDER, openAiAddress } from './local-model.ts';
import { OPENCODE_ENTRIES } from './opencode.ts';
import { inEntry, isTrue } from './switches.ts';

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
