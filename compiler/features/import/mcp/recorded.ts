/** How another MCP server is reached and named: as the file of a host has it, and as `haft.imports.json` records it. */
import { readJson } from '../../../plan/read-json.ts';
import { type Json, type JsonObject, isObject } from '@haft/runtime/language';
import { literalSecret } from '../../../check/analysis/secrets/literal-secret.ts';
import { type KnownVariable, type McpSource, type RawSource, textsOf } from './source.ts';
import { HOSTS } from '../../../spec/hosts/index.ts';
import { memberBelow } from '../../../spec/hosts/switches.ts';
import { unpinnedPackage } from '../../../check/analysis/unpinned-package.ts';

/** What `haft.imports.json` has besides the source itself. */
export type McpOptions = {
  readonly how: 'list' | 'config' | 'url' | 'run';
  /** For a list: how its server is reached, where that is known. */
  readonly reached?: string;
  readonly env?: Json;
  readonly headers?: Json;
  readonly auth?: Json;
  readonly variables?: readonly (KnownVariable & JsonObject)[];
};

export function optionsOf(how: McpOptions['how'], source: McpSource | undefined): McpOptions {
  if (!source) return { how };
  const { env, headers, auth } = source.upstream;
  return {
    how,
    ...(how === 'list' && { reached: reachedText(source) }),
    ...(env !== undefined && { env }),
    ...(headers !== undefined && { headers }),
    ...(auth !== undefined && { auth }),
    ...(source.variables.length > 0 && { variables: source.variables.map((one) => ({ ...one })) }),
  };
}

/** The address, or the command: its parts with blanks between them where none has a blank, else a JSON list. */
export function reachedText({ upstream: { command, url } }: McpSource): string {
  if (!Array.isArray(command)) return String(url);
  return command.some((part) => /\s|^\[|^$/.test(String(part))) ? JSON.stringify(command) : command.join(' ');
}

/** The command as it is shown to people: variables by name. */
export function shownCommand({ upstream: { command } }: McpSource): string | undefined {
  return Array.isArray(command) ? shownArguments(command) : undefined;
}

/** Quoted where they are not one word. */
export function shownArguments(argv: readonly unknown[]): string {
  return argv.map((part) => (/^[\w@%+=:,./{}-]+$/.test(String(part)) ? String(part) : JSON.stringify(part))).join(' ');
}

interface Problem {
  readonly problem: string;
  readonly hint: string;
}

/** What was recorded, or a text that `--from` gives; `none` where nothing is known. */
export function recordedSource(
  text: string | undefined,
  options: Omit<McpOptions, 'how'>,
): McpSource | Problem | { readonly none: true } {
  if (text === undefined || text === '') return { none: true };
  if (literalSecret(text) !== undefined)
    return { problem: 'The source contains a secret.', hint: 'Write {env.NAME} in its place, and set the variable.' };
  const { env, headers, auth, variables = [] } = options;
  const argv = /^https?:|^\{env\./i.test(text) ? undefined : argvIn(text);
  const upstream: JsonObject = argv
    ? { command: argv, ...(env && { env }) }
    : { url: text, ...(headers && { headers }), ...(auth && { auth }) };
  const names = new Set(variables.map(({ name }) => name));
  const more = variablesIn(upstream).filter((name) => !names.has(name));
  return {
    upstream,
    variables: [...variables, ...more.map((name) => ({ name, secret: true }))],
    values: {},
    unknown: [],
  };
}

function argvIn(text: string): readonly string[] {
  if (!text.startsWith('[')) return text.split(/\s+/).filter((part) => part !== '');
  const read = readJson(text);
  return 'value' in read && Array.isArray(read.value) ? read.value.map(String) : [text];
}

/** Variables without which the server cannot be reached. */
export function variablesIn({ command, url, headers, cwd, auth }: JsonObject): string[] {
  const text = JSON.stringify([command, url, headers, cwd, auth]);
  return [...new Set([...text.matchAll(/\{env\.([A-Z][A-Z0-9_]*)\}/g)].map(([, name = '']) => name))];
}

/** By the names of the servers, in the order of the file. */
export function serversIn(file: unknown): ReadonlyMap<string, RawSource> {
  const containers = new Map(
    [...HOSTS.map(({ container }) => container), ['mcp', 'servers']].map((keys) => [keys.join('.'), keys]),
  );
  const entries = [...containers.values()].flatMap((keys) => {
    const map = memberBelow(file, ...keys);
    return isObject(map) ? Object.entries(map) : [];
  });
  return new Map(
    entries.flatMap(([name, entry]) => {
      const raw = rawOf(entry);
      return raw === undefined ? [] : [[name, raw] as const];
    }),
  );
}

/** Undefined where the entry is not that of a server. */
function rawOf(entry: unknown): RawSource | undefined {
  if (!isObject(entry)) return undefined;
  const program = entry['command'] ?? entry['cmd'];
  const nested = isObject(program) ? program : {};
  const path = nested['path'] ?? program;
  const argv = [...(Array.isArray(path) ? path : [path]), ...listOf(entry['args'] ?? nested['args'])].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  const url = ['url', 'httpUrl', 'serverUrl', 'uri'].map((key) => entry[key]).find((one) => typeof one === 'string');
  if (argv.length === 0 && typeof url !== 'string') return undefined;
  const cwd = entry['cwd'];
  const bearer = entry['bearer_token_env_var'];
  return {
    ...(argv.length > 0 ? { command: argv } : { url: String(url) }),
    ...(typeof cwd === 'string' && { cwd }),
    headers: {
      ...textsOf(entry['headers'] ?? entry['http_headers'] ?? memberBelow(entry, 'requestInit', 'headers')),
      ...Object.fromEntries(
        Object.entries(textsOf(entry['env_http_headers'])).map(([name, variable]) => [name, `\${${variable}}`]),
      ),
      ...(typeof bearer === 'string' && { Authorization: `Bearer \${${bearer}}` }),
    },
    env: textsOf(entry['env'] ?? entry['environment'] ?? entry['envs'] ?? nested['env']),
    passed: listOf(entry['env_vars'] ?? entry['env_keys']).filter((name): name is string => typeof name === 'string'),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The package that a launcher starts, else the program or its script. */
export function nameOfCommand(argv: readonly string[]): string {
  const [program = '', ...args] = argv;
  const isLauncher = /(?:^|[\\/])(?:npx|bunx|uvx|pnpx|node|python3?|bun|deno|docker)(?:\.\w+)?$/.test(program);
  const open = unpinnedPackage(argv);
  const main = open === undefined ? args.find((one) => !one.startsWith('-') && one !== 'run') : argv[open];
  const written = isLauncher && main !== undefined ? main : program;
  const [, scope = '', rest = ''] = /^@([\w.-]+)\/(.+)$/.exec(written) ?? ['', '', written];
  const last = (rest.split(/[\\/]/).at(-1) ?? '')
    .split(/(?<=.)(?:@|==)/, 1)
    .join('')
    .replace(/\.(?:[cm]?[jt]s|py|exe|cmd)$/, '');
  return serverName(last) || serverName(scope) || 'upstream';
}

/** The second-level domain, or the machine. */
export function nameOfAddress(url: string): string {
  const [, host = ''] = /^https?:\/\/([^/?#:]+)/i.exec(url) ?? [];
  const labels = host.split('.').filter((label) => !/^(?:api|www|mcp)$/.test(label));
  return serverName(labels.at(-2) ?? labels[0] ?? '') || 'upstream';
}

/** As a server of Haft may be named; `mcp` and `server` around the name say nothing. Empty where nothing is left. */
export function serverName(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-?(?:mcp-)?(?:server-)?(?:mcp-)?/, '')
    .replace(/(?:^|-)(?:mcp)?-?(?:server|mcp)?-?$/, '');
  // Hyphens are single by now, so one at an end is the only one there.
  const plain = name.replaceAll(/^-|-$/g, '').slice(0, 60).replace(/-$/, '');
  return /^\d/.test(plain) ? `server-${plain}` : plain;
}
