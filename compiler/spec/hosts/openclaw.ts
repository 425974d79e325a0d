/** OpenClaw. */
import { stdioEntry } from './entry.ts';
import { type ConfigFile, JSON5 } from './config-file.ts';
import type { Host } from './host.ts';
import { PROVIDER, openAiAddress } from './local-model.ts';
import { inEntry, isFalse } from './switches.ts';

const USER: ConfigFile = { paths: ['~/.openclaw/openclaw.json'], format: JSON5 };

export const openclaw: Host = {
  id: 'openclaw',
  title: 'OpenClaw',
  verified: 'ran 2026.9.6',
  programs: ['openclaw'],
  config: { user: USER },
  container: ['mcp', 'servers'],
  stdio: (server) => stdioEntry(server),
  http: ({ url }) => ({ url, transport: 'streamable-http' }),
  environment: 'whole',
  reload: 'Restart its gateway; `openclaw mcp doctor --probe` shows whether the servers answer.',
  switches: [inEntry('server', 'enabled', isFalse)],
  skills: { user: ['~/.agents/skills', '~/.openclaw/skills'], project: ['skills'] },
  localModel: {
    verified: 'ran 2026.9.6',
    file: { user: USER },
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
