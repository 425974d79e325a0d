/** Hermes Agent. */
import { dollarBraces, stdioEntry } from './entry.ts';
import { type ConfigFile, YAML } from './config-file.ts';
import type { Host } from './host.ts';
import { openAiAddress } from './local-model.ts';
import { inEntry, isFalse } from './switches.ts';

const USER: ConfigFile = {
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
  config: { user: USER },
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
    file: { user: USER },
    settings: (runner) => [
      { path: ['model', 'provider'], value: 'custom' },
      { path: ['model', 'default'], value: runner.model },
      { path: ['model', 'base_url'], value: openAiAddress(runner) },
    ],
  },
};
