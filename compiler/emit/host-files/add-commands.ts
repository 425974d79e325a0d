/** `hosts/add-commands.md`: how a person connects each server to a host (EXT §4.2). */
import type { Host } from '../../spec/hosts/host.ts';
import { describePath } from '../../spec/hosts/paths.ts';
import { HOSTS } from '../../spec/hosts/index.ts';
import { reachOf } from './desired-entry.ts';
import type { Plan, ServerPlan } from '../../plan/model.ts';
import { OUT_VARIABLE, hostFileName, outFolder } from './host-file.ts';

/** In commands, which a shell reads. */
const OUT_FOLDER = `\${${OUT_VARIABLE}}`;

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
  const start = server.transports.includes('stdio')
    ? HOSTS.flatMap(({ add }) => add?.stdio(server.name, `node ${script}`, variableArguments(server)) ?? [])
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
