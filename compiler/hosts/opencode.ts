/** The host opencode. */
import { environmentMember } from './entry.ts';
import { LENIENT } from './format.ts';
import type { ConfigFile } from './config-file.ts';
import type { Host } from './host.ts';
import { PROVIDER, openAiAddress } from './local-model.ts';

const variable = (name: string): string => `{env:${name}}`;

/** Its form of entries, which relatives of it have as well. */
export const OPENCODE_ENTRIES: Pick<Host, 'container' | 'stdio' | 'http' | 'variable'> = {
  container: ['mcp'],
  stdio: (server) => ({
    type: 'local',
    command: [server.command, ...server.args],
    ...environmentMember(server, variable, 'environment'),
    enabled: true,
  }),
  http: ({ url }) => ({ type: 'remote', url, enabled: true }),
  variable,
};

const USER: ConfigFile = {
  paths: [
    '${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.json',
    '${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.jsonc',
  ],
  format: LENIENT,
};
const PROJECT: ConfigFile = { paths: ['opencode.json', 'opencode.jsonc'], format: LENIENT };

export const opencode: Host = {
  id: 'opencode',
  title: 'opencode',
  verified: 'ran 1.18.33',
  programs: ['opencode'],
  reservedServers: [],
  config: { user: USER, project: PROJECT },
  ...OPENCODE_ENTRIES,
  log: { folder: '${XDG_DATA_HOME:-~/.local/share}/opencode/log', path: () => '', shared: true },
  unset: 'empty',
  environment: 'whole',
  reload: 'Quit and start it again: it reads its file once.',
  skills: {
    user: ['~/.agents/skills', '${XDG_CONFIG_HOME:-~/.config}/opencode/skills', '~/.claude/skills'],
    project: ['.agents/skills', '.opencode/skills', '.claude/skills'],
  },
  localModel: {
    verified: 'ran 1.18.33',
    file: { user: USER, project: PROJECT },
    settings: (runner) => [
      {
        path: ['provider', PROVIDER],
        value: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Local model runner',
          options: { baseURL: openAiAddress(runner) },
          models: { [runner.model]: { name: runner.model } },
        },
      },
      { path: ['model'], value: `${PROVIDER}/${runner.model}`, isDefault: true },
    ],
    choose: (model) => `opencode --model ${PROVIDER}/${model}`,
  },
};
