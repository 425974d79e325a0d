/** The file of a host → its servers, by the maps and keys of all known hosts. */
import { HOSTS } from '../../../spec/hosts/index.ts';
import { isObject } from '@haft/runtime/language';
import { type RawSource, textsOf } from './source.ts';
import { memberBelow } from '../../../spec/hosts/switches.ts';

/** By the names of the servers, in the order of the file. */
export function serversIn(file: unknown): ReadonlyMap<string, RawSource> {
  const containers = new Map(
    [...HOSTS.map(({ container }) => container), ['mcp', 'servers']].map((keys) => [keys.join('.'), keys]),
  );
  const entries = [...containers.values()].flatMap((keys) => {
    const map = memberBelow(file, ...keys);
    return isObject(map) ? Object.entries(map) : [];
  });
  const named = entries.map(([name, entry]) => [name, rawOf(entry)] as const);
  return new Map(named.filter((one): one is readonly [string, RawSource] => one[1] !== undefined));
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
  const { cwd, bearer_token_env_var: bearer } = entry;
  const named = Object.entries(textsOf(entry['env_http_headers']));
  return {
    ...(argv.length > 0 ? { command: argv } : { url: String(url) }),
    ...(typeof cwd === 'string' && { cwd }),
    headers: {
      ...textsOf(entry['headers'] ?? entry['http_headers'] ?? memberBelow(entry, 'requestInit', 'headers')),
      ...Object.fromEntries(named.map(([name, variable]) => [name, `\${${variable}}`])),
      ...(typeof bearer === 'string' && { Authorization: `Bearer \${${bearer}}` }),
    },
    env: textsOf(entry['env'] ?? entry['environment'] ?? entry['envs'] ?? nested['env']),
    passed: listOf(entry['env_vars'] ?? entry['env_keys']).filter((name): name is string => typeof name === 'string'),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
