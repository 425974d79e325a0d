/** MCP Bundles 0.3: one archive per server, which Claude Desktop installs and asks for the variables. */
import {
  hasStdio,
  jsonFile,
  movedTo,
  oneLine,
  onlyListening,
  startedByHosts,
  stdioFlags,
  withoutGaps,
} from '../files.ts';
import type { PackFormat, Package, PackedServer } from '../format.ts';
import { zip } from '../zip.ts';
import { givenVariables, questionsOf } from '../variables.ts';

export const mcpbFormat: PackFormat = {
  id: 'mcpb',
  title: 'MCP bundle of each server, for Claude Desktop',
  verified: 'ran mcpb 2.1.2',
  leavesOut: (content) => [
    ...onlyListening(content).map(
      ({ plan }) => `${plan.name}: a bundle is started by the host, this server only listens.`,
    ),
    ...(content.skills.length > 0 ? ['A bundle has no skills.'] : []),
  ],
  obstacle: ({ servers }) =>
    servers.some(({ plan }) => hasStdio(plan))
      ? undefined
      : { message: 'No server can be started by a host.', hint: 'Add `stdio` to the `transports:` of a server.' },
  files: (content) =>
    startedByHosts(content).map((server) => ({
      path: `${server.plan.name}-${server.plan.version}.mcpb`,
      bytes: () =>
        zip([jsonFile('manifest.json', manifest(server, content)), movedTo('server', server.script, 'index.mjs')]),
      executable: false,
    })),
};

function manifest({ plan }: PackedServer, { author, license, homepage }: Package): unknown {
  const { name, version, title, summary, env, tools } = plan;
  const questions = questionsOf(env);
  return withoutGaps({
    manifest_version: '0.3',
    name,
    display_name: title,
    version,
    description: oneLine(summary),
    author: { name: author },
    homepage,
    license,
    server: {
      type: 'node',
      entry_point: 'server/index.mjs',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/index.mjs', ...stdioFlags(plan)],
        ...givenVariables(env),
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.description.text })),
    compatibility: { runtimes: { node: NODE } },
    user_config: Object.keys(questions).length > 0 ? questions : undefined,
  });
}

const NODE = '>=20.19.0';
