/** The host opencode. */
import { environmentMember } from './entry.ts';
import { type ConfigFile, LENIENT } from './config-file.ts';
import type { Host } from './host.ts';
import { PROVIDER, openAiAddress } from './local-model.ts';
import { inEntry, inFile, isFalse, mapsTo } from './switches.ts';

const variable = (name: string): string => `{env:${name}}`;

/** Its form of entries, which relatives of it have as well. */
export const OPENCODE_ENTRIES: Pick<
  Host,
  'container' | 'stdio' | 'http' | 'variable' | 'switches' | 'types' | 'start'
> = {
  container: ['mcp'],
  stdio: (server) => ({
    type: 'local',
    command: [server.command, ...server.args],
    ...environmentMember(server, variable, 'environment'),
    enabled: true,
  }),
  http: ({ url }) => ({ type: 'remote', url, enabled: true }),
  variable,
  switches: [
    inEntry('server', 'enabled', isFalse),
    inFile('tool', 'tools', mapsTo(false, '{server}_{tool}')),
    inFile('skill', 'permission.skill', mapsTo('deny', '{skill}')),
  ],
  types: [
    { place: 'entry', path: ['environment'], type: 'map of strings', effect: 'rejects its whole file' },
    { place: 'entry', path: ['enabled'], type: 'boolean', effect: 'rejects its whole file' },
    { place: 'entry', path: ['timeout'], type: 'number', effect: 'rejects its whole file' },
  ],
  start: { limit: { key: 'timeout', milliseconds: 1 } },
};

const USER: ConfigFile = {
  paths: [
    '${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.json',
    '${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.jsonc',
  ],
  merged: true,
  format: LENIENT,
};
const PROJECT: ConfigFile = { paths: ['opencode.json', 'opencode.jsonc'], merged: true, format: LENIENT };

export const opencode: Host = {
  id: 'opencode',
  title: 'opencode',
  verified: 'ran 1.18.33',
  programs: ['opencode'],
  toolName: { form: '{server}_{tool}' },
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
