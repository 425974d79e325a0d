/** `haft import mcp`: the tools of another MCP server, whose calls are passed on to it, from a list, a host file or the running server. */
import { withoutUndefined } from '../../../base/json.ts';
import { basename, dirname, resolve } from 'node:path';
import { type JsonObject, canonicalJson, isObject } from '@haft/runtime/language';
import type { McpOptions } from '../mcp/recorded.ts';
import { nameOfAddress, nameOfCommand, serverName } from '../mcp/default-name.ts';
import { optionsOf, reachedText, recordedSource } from '../mcp/recorded.ts';
import { serversIn } from '../mcp/host-file.ts';
import { type McpSource, type RawSource, sourceOf } from '../mcp/source.ts';
import { type Invocation, text, textFlag, textFlags, texts, toggle } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Project } from '../../../edge/project/project.ts';
import { type ImportJob, type ImportRun, type Importer, digestOf, pathIn } from './importer.ts';
import { readJson } from '../../../plan/read-json.ts';
import { createRedact, pinOf } from '@haft/runtime/try';
import { type McpList, importMcp } from '../mcp/import-mcp.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import { askServer } from './live-server.ts';
import { portFlag, redirectPort } from '../../../edge/login/log-in.ts';
import { parseJson, readText } from '../../../edge/project/record-file.ts';
import { type FileSyntax, LENIENT, TOML, YAML } from '../../../spec/hosts/config-file.ts';
import { inPlugin } from '../plugins/plugin.ts';
import { entryAt } from '../../../emit/host-files/edit.ts';

export const mcp: Importer<McpOptions> = {
  summary: 'Import the tools of another MCP server, and pass calls on to it.',
  positional: '[command…]',
  flags: {
    list: text('file', 'A saved result of tools/list; nothing is started.', { without: ['env', 'run'] }),
    config: text('file[#name]', 'A server in the configuration file of a host, such as .mcp.json#tracker.'),
    url: text('url', 'The address of a running server: https, or http on this machine.', { without: ['env', 'run'] }),
    run: toggle('Start the program after `--`, or the one in the file, without asking.'),
    env: texts('name', 'Pass this environment variable to the program.'),
    header: texts('header', 'A header, such as "Authorization: Bearer {env.TOKEN}".', { needs: ['url'] }),
    'client-id': text('id', 'A client that is registered at the authorization server.', { needs: ['url'] }),
    'client-secret': text('secret', 'Its secret, such as "{env.TRACKER_SECRET}"; a value is not written down.', {
      needs: ['client-id'],
    }),
    'client-credentials': toggle('Log in as this client, and not as a user.', { needs: ['client-secret'] }),
    'client-key': text('key', 'Its private key in place of a secret, such as "{env.TRACKER_KEY}".', {
      needs: ['client-id'],
    }),
    'workload-token': text('token', 'Log in with the token of this workload, such as "{env.TRACKER_TOKEN}".', {
      needs: ['url'],
    }),
    scope: text('scopes', 'Scopes to ask for. Default: those that the server names.', { needs: ['url'] }),
    port: redirectPort({ needs: ['url'] }),
  },
  examples: [
    ['haft import mcp --run -- npx -y tracker-mcp@4.2.0', 'A server that is a program.'],
    [
      'haft import mcp --config .mcp.json#tracker --run',
      'A server that a host starts; values of variables are not copied.',
    ],
    ['haft import mcp --url https://tracker.example/mcp', 'A running server.'],
    ['haft import mcp --list tools.json', 'A saved list of tools.'],
  ],
  selects: undefined,
  argument: undefined,
  first(invocation, project) {
    const { values, ...order } = orderOf(invocation, project);
    const mayRun = invocation.flags['run'] === true;
    const port = portFlag(invocation);
    return { ...order, run: (job) => readMcp({ ...job, mayRun, port }, values) };
  },
  again: {
    isPath: (_source, { how }) => how === 'list' || how === 'config',
    run: (job) => readMcp(job),
  },
};

type Order = Pick<McpJob, 'source' | 'name' | 'options'> & Partial<Pick<McpSource, 'values'>>;

function orderOf(invocation: Invocation, project: Project): Order {
  const { cwd, positionals: argv } = invocation;
  const [list, config, url, named] = ['list', 'config', 'url', 'name'].map((flag) => textFlag(invocation, flag));
  const command = argv.length > 0 ? argv : undefined;
  const others = [config, url, command].filter((one) => one !== undefined);
  // How the server of a saved list is reached may be said as well.
  if (others.length > 1 || (list === undefined ? others.length === 0 : config !== undefined))
    throw new Failure(
      '`haft import mcp` needs exactly one source.',
      'Write --list <file>, --config <file>, --url <url>, or --run -- <program> <argument>….',
    );
  if (config !== undefined) {
    const { name: server } = readHostServer(cwd, config);
    const source = `${pathIn(project, invocation, splitServer(config)[0])}#${server}`;
    return { name: named ?? (serverName(server) || 'upstream'), source, options: { how: 'config' } };
  }
  const reached = url === undefined ? command && nameOfCommand(command) : nameOfAddress(url);
  const name = named ?? reached ?? nameOfList(list ?? '');
  const raw = rawOf(invocation, url);
  const upstream = raw && sourceOf(raw, name);
  const how = list === undefined ? (url === undefined ? 'run' : 'url') : 'list';
  const source = list === undefined ? upstream && reachedText(upstream) : pathIn(project, invocation, list);
  return {
    name,
    options: optionsOf(how, upstream),
    source: source ?? '',
    ...(upstream && { values: upstream.values }),
  };
}

function rawOf(invocation: Invocation, url: string | undefined): RawSource | undefined {
  const { positionals } = invocation;
  if (url === undefined && positionals.length === 0) return undefined;
  return {
    ...(url === undefined ? { command: positionals } : { url }),
    headers: headersIn(invocation),
    env: {},
    passed: textFlags(invocation, 'env'),
    auth: authIn(invocation),
  };
}

/** Undefined where no flag is about it: then a server that asks for a login gets one. */
function authIn(invocation: Invocation): RawSource['auth'] {
  const flag = (name: string): string | undefined => {
    const written = textFlag(invocation, name);
    return written === undefined ? undefined : withReferences(written);
  };
  const texts = withoutUndefined({
    client_id: flag('client-id'),
    client_secret: flag('client-secret'),
    private_key: flag('client-key'),
    token: flag('workload-token'),
    scope: flag('scope'),
  });
  if (Object.keys(texts).length === 0) return undefined;
  const isProgram = invocation.flags['client-credentials'] === true || 'private_key' in texts;
  return { ['token' in texts ? 'workload' : isProgram ? 'client_credentials' : 'login']: texts };
}

/** Variables as hosts write them. */
function withReferences(written: string): string {
  return written.replaceAll(/\{env\.([A-Z][A-Z0-9_]*)\}/g, '${$1}');
}

/** Of the flag --header. @throws Failure for one without a value. */
export function headersIn(invocation: Invocation): Readonly<Record<string, string>> {
  const headers = textFlags(invocation, 'header').map((header) => {
    const [, name, value] = /^([\w-]+):\s*([^]*)$/.exec(header) ?? [];
    if (name === undefined)
      throw new Failure('The flag --header needs a name and a value.', 'Write --header "Name: value".');
    return [name, withReferences(value ?? '')] as const;
  });
  return Object.fromEntries(headers);
}

function nameOfList(file: string): string {
  const name = serverName(basename(file).replace(/\.json$/i, ''));
  return name === '' || name === 'tools' ? 'upstream' : name;
}

/** @param values of variables, for this run only. */
async function readMcp(job: McpJob, values: Readonly<Record<string, string>> = {}): Promise<ImportRun> {
  const { name, source: written, root, options } = job;
  const reached =
    options.how === 'config'
      ? sourceOf(readHostServer(root, written).raw, name)
      : recordedSource(options.how === 'list' ? options.reached : written, options);
  if ('problem' in reached) throw new Failure(reached.problem, reached.hint);
  const connection = 'none' in reached ? undefined : { ...reached, values: { ...reached.values, ...values } };
  const { hasLogin, ...list }: Listed & { readonly hasLogin?: boolean } =
    options.how === 'list' || !connection ? savedList(resolve(root, written)) : await askServer(connection, name, job);
  const source = connection && hasLogin ? withLogin(connection) : connection;
  const pins = await Promise.all(list.tools.map(pinOf));
  const openList = withoutSecrets(list, source);
  return {
    imported: withProgress(({ count }) => importMcp(name, { ...openList, pins }, source, count)),
    digest: digestOf(canonicalJson({ ...list })),
  };
}

function withLogin(source: McpSource): McpSource {
  const { upstream } = source;
  return { ...source, upstream: { ...upstream, auth: upstream['auth'] ?? { login: {} } } };
}

type Listed = Omit<McpList, 'pins'>;

/** `port` is that of the redirect address of a login. */
type McpJob = ImportJob<McpOptions> & { readonly port?: number };

/** A result of `tools/list`, alone or as the whole JSON-RPC message, or only the list in it. */
export function savedList(path: string): Listed {
  const value: unknown = parseJson(readText(path), path);
  const result = isObject(value) && isObject(value['result']) ? value['result'] : value;
  const tools = Array.isArray(result) ? result : isObject(result) ? result['tools'] : undefined;
  if (!Array.isArray(tools))
    throw new Failure(`"${path}" has no list of tools.`, 'Save the result of `tools/list`: { "tools": [ … ] }.');
  return { about: {}, tools: tools.filter((tool): tool is JsonObject => isObject(tool)) };
}

/** A server may list what it was configured with. */
export function withoutSecrets(list: Listed, source: McpSource | undefined): Listed {
  const secrets = (source?.variables ?? []).flatMap(({ name, secret }) => {
    const value = secret ? (source?.values[name] ?? process.env[name] ?? '') : '';
    return value.length >= 8 ? [value] : [];
  });
  const read = readJson(createRedact({}, {}, secrets).json(list));
  return ('value' in read ? read.value : list) as Listed;
}

/** Manifests of plugins are in a hidden folder of their own. */
function pluginFolder(path: string): string {
  const folder = dirname(path);
  return /^\.[\w-]+-plugin$/.test(basename(folder)) ? dirname(folder) : folder;
}

/** One server of a host's file: `mcp.json#name`, or the only one in it. @throws Failure, in which no value of the file is. */
export function readHostServer(root: string, written: string): { readonly name: string; readonly raw: RawSource } {
  const [file, wanted] = splitServer(written);
  const path = resolve(root, file);
  const read = entryAt(readText(path), formatOf(file), []);
  if ('problem' in read) throw new Failure(`"${path}" cannot be read: ${read.problem.message}`, read.problem.hint);
  const servers = serversIn(read.value);
  const names = [...servers.keys()];
  const name = wanted ?? (names.length === 1 ? names[0] : undefined);
  const raw = name === undefined ? undefined : servers.get(name);
  if (name !== undefined && raw) return { name, raw: inPlugin(raw, pluginFolder(path)) };
  const example = 'Name the file of a host, such as .mcp.json or .vscode/mcp.json.';
  if (names.length === 0) throw new Failure(`"${path}" has no MCP servers.`, example);
  throw new Failure(
    wanted === undefined ? `"${path}" has ${names.length} servers.` : `"${path}" has no server "${wanted}".`,
    `Name one of them after the file: ${names.map((one) => `${file}#${one}`).join(', ')}.`,
  );
}

/** `specs#shop`, `mcp.json#shop` */
export function splitServer(written: string): readonly [source: string, server: string | undefined] {
  const at = written.lastIndexOf('#');
  return at < 0 ? [written, undefined] : [written.slice(0, at), written.slice(at + 1)];
}

function formatOf(file: string): FileSyntax {
  if (/\.toml$/i.test(file)) return TOML;
  return /\.ya?ml$/i.test(file) ? YAML : LENIENT;
}
