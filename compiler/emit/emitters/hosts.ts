/** Emitter `hosts`: the entries of all servers for each host, to copy by hand. */
import { visible } from '../../base/visible-text.ts';
import { type Emitter, textFile } from '../emitter.ts';
import { type EntryOptions, desiredEntry, reachOf, stdioFlags } from '../host-files/desired-entry.ts';
import { newFile } from '../host-files/edit.ts';
import type { Plan, ServerPlan } from '../../plan/model.ts';
import { claudeCode } from '../../spec/hosts/claude-code.ts';
import type { Host } from '../../spec/hosts/host.ts';
import { HOSTS } from '../../spec/hosts/index.ts';
import { describePath } from '../../spec/hosts/config-file.ts';

/** The variable with the absolute path of the output folder: committed files cannot know it. */
const OUT_VARIABLE = 'HAFT_OUT';

/** One file for all servers, so it comes from the spec folder as a whole. */
const SOURCE = '*';

export const hosts: Emitter = {
  id: 'hosts',
  title: 'Host entries',
  of: 'project',
  standard: true,
  paths: [
    ['hosts/<host file>', 'the entries of all servers in the form of one host; `mcp.json` for Claude Code and others'],
    ['hosts/add-commands.md', 'the commands that add each server'],
  ],
  files(plan, context) {
    if (plan.servers.length === 0) return [];
    const all = [claudeCode, ...context.hosts.filter((host) => host !== claudeCode)];
    return [
      ...all.map((host) => textFile(`hosts/${hostFileName(host)}`, SOURCE, () => hostFile(plan, host))),
      textFile('hosts/add-commands.md', SOURCE, () => addCommands(plan, context.hosts)),
    ];
  },
};

/** In commands, which a shell reads. */
const OUT_FOLDER = `\${${OUT_VARIABLE}}`;

/** `hosts/add-commands.md`: how a person connects each server to a host (EXT §4.2). */
export function addCommands(plan: Plan, hosts: readonly Host[]): string {
  const intro = `# Connect the servers to a host

\`haft install <host>\` does all of this: it writes absolute paths, and changes nothing else in the file of the host.

By hand: replace \`${OUT_FOLDER}\` with the absolute path of this output folder, then restart the host.
Desktop hosts read the entries of [mcp.json](mcp.json) from their own configuration file.

| file | for | goes into | before |
|---|---|---|---|
${hosts.map(row).join('\n')}
`;
  return [intro, ...plan.servers.map(section)].join('\n');
}

function row(host: Host): string {
  const { title, config } = host;
  const paths = (config.project?.paths ?? config.user?.paths ?? []).map(describePath).join(' or ');
  const before = host.variable
    ? `set ${OUT_VARIABLE} where the host starts, or replace \`${outFolder(host)}\``
    : `replace \`${outFolder(host)}\``;
  return `| [${hostFileName(host)}](${hostFileName(host)}) | ${title} | ${paths} | ${before} |`;
}

function section(server: ServerPlan): string {
  const script = `"${OUT_FOLDER}/servers/${server.name}/server.mjs"`;
  const command = ['node', script, ...stdioFlags(server)].join(' ');
  const start = server.transports.includes('stdio')
    ? HOSTS.flatMap(({ add }) => add?.stdio(server.name, command, variableArguments(server)) ?? [])
    : [`node ${script}   # listens; start it yourself`, ...HOSTS.flatMap((host) => listening(server, host))];
  return `${[`## ${server.name}`, '', '```sh', ...start, '```', ...environment(server)].join('\n')}\n`;
}

function listening(server: ServerPlan, host: Host): string[] {
  const reach = reachOf(server, host);
  if (typeof reach === 'string') return [];
  const command = host.add?.[reach.transport]?.({ name: server.name, url: reach.url });
  return command === undefined ? [] : [command];
}

/** Their values come from the shell, and stay out of its history. */
function variableArguments({ env }: ServerPlan): string[] {
  return Object.keys(env).flatMap((name) => (env[name]?.optional ? [] : [`${name}="$${name}"`]));
}

function environment(server: ServerPlan): string[] {
  const names = Object.entries(server.env);
  if (names.length === 0) return [];
  const rows = names.map(([name, { description, optional, secret }]) => {
    const traits = [optional ? 'optional' : 'required', ...(secret ? ['secret'] : [])].join(', ');
    return `- \`${name}\` (${traits}): ${description.trim().replaceAll(/\s+/g, ' ')}`;
  });
  return ['', 'Environment variables; set them where the host starts the server:', '', ...rows];
}

/** How a host's file names the output folder; some hosts know no variables there. */
export function outFolder({ variable }: Host): string {
  return variable?.(OUT_VARIABLE) ?? '/absolute/path/of/generated';
}

/** The file of Claude Code is the one that EXT §2.5 describes. */
function hostFileName({ id, config }: Host): string {
  if (id === 'claude-code') return 'mcp.json';
  const { syntax } = (config.project ?? config.user)?.format ?? { syntax: 'json' };
  return `${id}.${syntax}`;
}

function hostFile({ servers }: Plan, host: Host): string {
  const { format } = host.config.project ?? host.config.user ?? {};
  if (!format) return '';
  const entries = servers.flatMap((server) => {
    const { name, entry } = desiredEntry(server, host, ENTRY_OPTIONS);
    return entry ? [[name, entry] as const] : [];
  });
  return visible(newFile(format, host.container, Object.fromEntries(entries)));
}

/** Variables that are required are referred to; no value is known. */
const ENTRY_OPTIONS: EntryOptions = {
  launch: ['node'],
  scriptOf: (name, host) => `${outFolder(host)}/servers/${name}/server.mjs`,
  url: undefined,
  values: {},
  fromShell: new Set(),
  set: new Set(),
  allowMissing: true,
};
