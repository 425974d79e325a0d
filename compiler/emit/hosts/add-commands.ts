/** `hosts/add-commands.md`: how a person connects each server to a host (EXT §4.2). */
import { HOSTS } from '../../hosts/index.ts';
import type { Plan, ServerPlan } from '../../plan/model.ts';
import { OUT_FOLDER } from './mcp-json.ts';

export function addCommands(plan: Plan): string {
  const intro = `# Connect the servers to a host\n\nReplace \`${OUT_FOLDER}\` with the absolute path of this output folder, then restart the host.\nDesktop hosts read the entries of [mcp.json](mcp.json) from their own configuration file.\n`;
  return [intro, ...plan.servers.map(section)].join('\n');
}

function section(server: ServerPlan): string {
  const script = `"${OUT_FOLDER}/servers/${server.name}/server.mjs"`;
  const lines = [
    `## ${server.name}`,
    '',
    '```sh',
    ...HOSTS.flatMap(({ add }) => add?.(server.name, `node ${script}`) ?? []),
    '```',
    ...environment(server),
  ];
  return `${lines.join('\n')}\n`;
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
