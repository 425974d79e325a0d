/** An npm package of each server: `npx` starts it, and `mcpName` ties it to its entry in the MCP registry. */
import { withoutUndefined } from '../../../base/json.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import { nodeRange, jsonFile, movedTo, oneLine, textFile, npmName, registryName } from '../files.ts';
import { stdioFlags } from '../../../emit/host-files/desired-entry.ts';
import { noServer } from '../transports.ts';
import type { PackFormat, Package } from '../format.ts';

export const npmFormat: PackFormat = {
  id: 'npm',
  title: 'npm package of each server',
  verified: 'docs',
  leavesOut: ({ namespace, skills, servers }) => [
    ...(namespace === undefined && servers.length > 0
      ? ['`mcpName`, which the MCP registry compares: set `pack: namespace:` in haft.yaml.']
      : []),
    ...(skills.length > 0 ? ['The packages have servers only, no skills.'] : []),
  ],
  obstacle: noServer,
  files: (content) =>
    content.servers.flatMap(({ plan, script }) => [
      jsonFile(`${plan.name}/package.json`, packageJson(plan, content)),
      textFile(`${plan.name}/README.md`, readme(plan, content)),
      movedTo(plan.name, { ...script, executable: true }, 'server.mjs'),
    ]),
};

function packageJson(server: ServerPlan, content: Package): unknown {
  const { name, version, summary } = server;
  return withoutUndefined({
    name: npmName(server, content),
    version,
    description: oneLine(summary),
    author: content.author,
    license: content.license ?? 'UNLICENSED',
    homepage: content.homepage,
    type: 'module',
    bin: { [name]: 'server.mjs' },
    files: ['server.mjs'],
    engines: { node: nodeRange(server) },
    keywords: ['mcp', 'mcp-server'],
    mcpName: registryName(server, content),
  });
}

function readme(server: ServerPlan, content: Package): string {
  const { title, summary, env, tools } = server;
  const start = ['npx', '-y', npmName(server, content), ...stdioFlags(server)].join(' ');
  const variables = Object.entries(env).map(([name, { description, optional, secret }]) => {
    const traits = [optional ? 'optional' : 'required', ...(secret ? ['secret'] : [])].join(', ');
    return `- \`${name}\` (${traits}): ${oneLine(description)}`;
  });
  return [
    `# ${title}\n\n${oneLine(summary)}\n\nAn MCP server. Start it with:\n\n\`\`\`sh\n${start}\n\`\`\`\n`,
    `## Tools\n\n${tools.map((tool) => `- \`${tool.name}\`: ${tool.title}`).join('\n')}\n`,
    ...(variables.length > 0 ? [`## Environment variables\n\n${variables.join('\n')}\n`] : []),
  ].join('\n');
}
