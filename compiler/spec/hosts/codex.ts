/** Codex CLI. It hands a server hardly any variable that its entry does not name, and does not start where an entry has a url and `env`. */
import { type ConfigFile, TOML } from './config-file.ts';
import { assignments } from './entry.ts';
import type { Host, TypedSetting } from './host.ts';
import { PROVIDER, openAiAddress } from './local-model.ts';
import { type SwitchSubject, inEntry, inFile, isFalse, listsAny, listsOthers, memberBelow } from './switches.ts';

const USER: ConfigFile = { paths: ['${CODEX_HOME:-~/.codex}/config.toml'], format: TOML };

const IN_ENTRY: Readonly<Record<string, TypedSetting['type']>> = {
  cwd: 'string',
  enabled: 'boolean',
  env: 'map of strings',
  env_vars: 'list',
  enabled_tools: 'list',
  disabled_tools: 'list',
  startup_timeout_sec: 'number',
  tool_timeout_sec: 'number',
};
const IN_FILE: Readonly<Record<string, TypedSetting['type']>> = {
  model: 'string',
  model_provider: 'string',
  model_reasoning_effort: 'string',
  profile: 'string',
  sandbox_mode: 'string',
  notify: 'list',
  features: 'map',
  history: 'map',
  mcp_servers: 'map',
  model_providers: 'map',
  profiles: 'map',
  projects: 'map',
  tui: 'map',
};

function typedSettings(
  place: TypedSetting['place'],
  types: Readonly<Record<string, TypedSetting['type']>>,
): TypedSetting[] {
  const effect = 'rejects its whole file';
  return Object.entries(types).map(([key, type]) => ({ place, path: [key], type, effect }));
}

/** By its name, or by the path of its file or folder. */
function turnsSkillOff(value: unknown, { skill }: SwitchSubject): boolean {
  const names = [
    memberBelow(value, 'name'),
    ...String(memberBelow(value, 'path') ?? '')
      .split('/')
      .slice(-2),
  ];
  return memberBelow(value, 'enabled') === false && names.includes(skill);
}

export const codex: Host = {
  id: 'codex',
  title: 'Codex CLI',
  verified: 'ran 0.169.0',
  programs: ['codex'],
  // The namespace `mcp__{server}`, and in it the name of the tool.
  toolName: { form: 'mcp__{server}__{tool}', maxLength: 64 },
  serverName: /^[\w-]+$/,
  config: { user: USER, project: { paths: ['.codex/config.toml'], format: TOML } },
  container: ['mcp_servers'],
  stdio: ({ command, args, references, values }) => ({
    command,
    args,
    ...(references.length > 0 && { env_vars: references }),
    ...(Object.keys(values).length > 0 && { env: values }),
  }),
  http: ({ url }) => ({ url }),
  headers: { literal: 'http_headers', variables: 'env_http_headers', bearer: 'bearer_token_env_var' },
  environment: 'named',
  add: {
    stdio: (name, command, set) => `codex mcp add ${name} ${assignments('--env', set)}-- ${command}`,
    http: ({ name, url }) => `codex mcp add ${name} --url ${url}`,
  },
  reload: 'Restart it.',
  approve: {
    project:
      'Start it in this folder, and trust the folder when it asks: until then it ignores the file without a message.',
  },
  approval: {
    scopes: ['project'],
    files: { user: { of: 'user', path: '${CODEX_HOME:-~/.codex}/config.toml', format: TOML } },
    isGiven: ({ files, folders }) =>
      folders.some((folder) => memberBelow(files['user'], 'projects', folder, 'trust_level') === 'trusted'),
  },
  switches: [
    inEntry('server', 'enabled', isFalse),
    inEntry('tool', 'disabled_tools', listsAny('{tool}')),
    inEntry('tool', 'enabled_tools', listsOthers('{tool}')),
    inFile(
      'skill',
      'skills.config',
      (value, subject) => Array.isArray(value) && value.some((one) => turnsSkillOff(one, subject)),
    ),
  ],
  types: [...typedSettings('entry', IN_ENTRY), ...typedSettings('file', IN_FILE)],
  start: { folder: 'cwd', limit: { key: 'startup_timeout_sec', milliseconds: 1000 } },
  refusesEnvBesideUrl: true,
  dropsContentWithData: true,
  skills: {
    user: ['~/.agents/skills', '${CODEX_HOME:-~/.codex}/skills'],
    project: ['.agents/skills', '.codex/skills'],
  },
  localModel: {
    verified: 'ran 0.169.0',
    file: { user: USER },
    settings: (runner) => [
      {
        path: ['model_providers', PROVIDER],
        // It calls `/v1/responses`, which runners have beside `/v1/chat/completions`.
        value: { name: 'Local model runner', base_url: openAiAddress(runner), wire_api: 'responses' },
      },
    ],
    choose: (model) => `codex -c model_provider=${PROVIDER} --model ${model}`,
  },
};
