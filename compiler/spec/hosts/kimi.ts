/** Kimi Code. */
import { stdioEntry } from './entry.ts';
import { LENIENT, TOML } from './format.ts';
import type { Host } from './host.ts';
import { PROVIDER, openAiAddress } from './local-model.ts';

export const kimi: Host = {
  id: 'kimi',
  title: 'Kimi Code',
  verified: 'ran 2.1.0',
  programs: ['kimi'],
  toolName: { form: 'mcp__{server}__{tool}' },
  reservedServers: [],
  config: {
    user: { paths: ['~/.kimi-code/mcp.json'], format: LENIENT },
    project: { paths: ['.kimi-code/mcp.json'], format: LENIENT },
  },
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
