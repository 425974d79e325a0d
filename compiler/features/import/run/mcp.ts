/** `haft import mcp`: the tools of another MCP server, whose calls are passed on to it. */
import { basename, resolve } from 'node:path';
import type { JsonObject } from '@haft/runtime/language';
import { nameOfAddress, nameOfCommand, serverName } from '../mcp/default-name.ts';
import { optionsOf, reachedText } from '../mcp/recorded.ts';
import { sourceOf } from '../mcp/source.ts';
import type { McpSource, RawSource } from '../mcp/source.ts';
import type { Invocation } from '../../../edge/command-line/command.ts';
import { text, textFlag, textFlags, texts, toggle } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Project } from '../../../edge/project/project.ts';
import { slashed } from '../../../edge/project/root.ts';
import { readHostServer } from './host-server.ts';
import type { ImportOrder, Importer } from './importer.ts';
import { readMcp } from './read-mcp.ts';

export const mcp: Importer = {
  summary: 'Import the tools of another MCP server, and pass calls on to it.',
  positional: '[command…]',
  flags: {
    list: text('file', 'A saved result of tools/list; nothing is started.'),
    config: text('file[#name]', 'A server in the configuration file of a host, such as .mcp.json#tracker.'),
    url: text('url', 'The address of a running server: https, or http on this machine.'),
    run: toggle('Start the program after `--`, or the one in the file, without asking.'),
    env: texts('name', 'Pass this environment variable to the program.'),
    header: texts('header', 'With --url: a header, such as "Authorization: Bearer {env.TOKEN}".'),
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
  first(invocation) {
    const { values, ...order } = orderOf(invocation);
    const mayRun = invocation.flags['run'] === true;
    return { ...order, run: (job) => readMcp({ ...job, mayRun }, values) };
  },
  again: {
    isPath: (_source, { how }) => how === 'list' || how === 'config',
    run: (job) => readMcp(job),
  },
};

interface Order {
  readonly in: (project: Project) => ImportOrder;
  readonly values: Readonly<Record<string, string>>;
}

function orderOf(invocation: Invocation): Order {
  const { cwd, positionals: argv } = invocation;
  const [list, config, url, name] = ['list', 'config', 'url', 'name'].map((flag) => textFlag(invocation, flag));
  const sources = [list === undefined ? config : undefined, url, argv.length > 0 || undefined].filter(
    (one) => one !== undefined,
  );
  if (
    sources.length > 1 ||
    (list !== undefined && config !== undefined) ||
    (list === undefined && sources.length === 0)
  )
    throw new Failure(
      '`haft import mcp` needs exactly one source.',
      'Write --list <file>, --config <file>, --url <url>, or --run -- <program> <argument>….',
    );
  if (config !== undefined) {
    const found = readHostServer(cwd, config);
    const at = config.lastIndexOf('#');
    const file = resolve(cwd, at < 0 ? config : config.slice(0, at));
    const own = name ?? (serverName(found.name) || 'upstream');
    const order = (project: Project): ImportOrder => {
      return { name: own, source: `${slashed(project.root, file)}#${found.name}`, options: { how: 'config' } };
    };
    return { in: order, values: {} };
  }
  const raw = rawOf(invocation, url);
  const own = name ?? (raw ? (url === undefined ? nameOfCommand(argv) : nameOfAddress(url)) : nameOfList(list ?? ''));
  const source = raw && sourceOf(raw, own);
  const options: JsonObject = {
    ...optionsOf(list === undefined ? (url === undefined ? 'run' : 'url') : 'list', source),
  };
  return {
    in: ({ root }) => ({
      name: own,
      options,
      source: list === undefined ? textOf(source) : slashed(root, resolve(cwd, list)),
    }),
    values: source?.values ?? {},
  };
}

function rawOf(invocation: Invocation, url: string | undefined): RawSource | undefined {
  const { positionals } = invocation;
  const headers = textFlags(invocation, 'header').map((header) => {
    const [, name, value] = /^([\w-]+):\s*([^]*)$/.exec(header) ?? [];
    if (name === undefined)
      throw new Failure('The flag --header needs a name and a value.', 'Write --header "Name: value".');
    // The form of specs, as hosts write it.
    return [name, (value ?? '').replaceAll(/\{env\.([A-Z][A-Z0-9_]*)\}/g, '${$1}')] as const;
  });
  if (url === undefined && positionals.length === 0) return undefined;
  return {
    ...(url === undefined ? { command: positionals } : { url }),
    headers: Object.fromEntries(headers),
    env: {},
    passed: textFlags(invocation, 'env'),
  };
}

function textOf(source: McpSource | undefined): string {
  return source ? reachedText(source) : '';
}

function nameOfList(file: string): string {
  const name = serverName(basename(file).replace(/\.json$/i, ''));
  return name === '' || name === 'tools' ? 'upstream' : name;
}
