/** The host goose, which has one file, for the user. */
import { type ConfigFile, YAML } from './config-file.ts';
import type { Host } from './host.ts';
import { inEntry, isFalse } from './switches.ts';

const USER: ConfigFile = {
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
  config: { user: USER },
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
    file: { user: USER },
    // Its provider for Ollama calls `/v1/chat/completions` below the host.
    settings: ({ address, model }) => [
      { path: ['GOOSE_PROVIDER'], value: 'ollama' },
      { path: ['GOOSE_MODEL'], value: model },
      { path: ['OLLAMA_HOST'], value: address },
    ],
  },
};
