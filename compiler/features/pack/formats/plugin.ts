/** One folder that Claude Code, Codex and Copilot read. */
import { withoutUndefined } from '../../../base/json.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import { contentFiles, jsonFile, givenVariables, questionsOf } from '../files.ts';
import { stdioFlags } from '../../../emit/host-files/desired-entry.ts';
import { addressNotes, addressOf, hasStdio, namedAddress, startedByHosts } from '../transports.ts';
import type { PackFormat, Package, PackFile } from '../format.ts';

const SCHEMAS = 'https://agent-plugins.org/schemas/1.0.0';
/** Claude Code passes on no longer name of a tool. */
const MAX_TOOL_NAME = 64;

/**
 * An Agent Plugins 1.0.0 package (`plugin.json`, `mcp.json`) that is a Claude Code plugin as well (`.claude-plugin/`,
 * `.mcp.json`), and above it the marketplaces of both.
 */
export const pluginFormat: PackFormat = {
  id: 'plugin',
  title: 'Agent Plugins 1.0.0 and Claude Code plugin with marketplace, for Claude Code, Codex and Copilot',
  verified: 'ran Claude Code 2.1.330',
  obstacle: () => undefined,
  leavesOut: (content) => [...variablesLeftOut(content), ...addressNotes(content), ...longNames(content)],
  files: (content) => {
    const { name, description, author, version } = content;
    return [
      jsonFile('.claude-plugin/marketplace.json', {
        name,
        owner: { name: author },
        description,
        plugins: [{ name, source: `./${name}`, description, version }],
      }),
      jsonFile('.agents/plugins/marketplace.json', {
        name,
        plugins: [{ name, source: { source: 'local', path: `./${name}` } }],
      }),
      ...pluginFiles(content),
      ...contentFiles(name, content),
    ];
  },
};

function pluginFiles(content: Package): PackFile[] {
  const { name, version, description, author, license, homepage, servers } = content;
  const about = withoutUndefined({ name, version, description, author: { name: author }, homepage, license });
  const questions: Record<string, unknown> = Object.assign(
    {},
    ...startedByHosts(content).map(({ plan }) => questionsOf(plan.env)),
  );
  const plain = withoutUndefined({ ...about, ...(Object.keys(questions).length > 0 && { userConfig: questions }) });
  const entries = (entryOf: (server: ServerPlan) => object): object =>
    Object.fromEntries(servers.map(({ plan }) => [plan.name, entryOf(plan)]));
  return [
    jsonFile(`${name}/plugin.json`, { $schema: `${SCHEMAS}/plugin.schema.json`, ...about }),
    jsonFile(`${name}/.claude-plugin/plugin.json`, plain),
    ...(servers.length === 0
      ? []
      : [
          jsonFile(`${name}/mcp.json`, { $schema: `${SCHEMAS}/mcp.schema.json`, mcpServers: entries(agentEntry) }),
          jsonFile(`${name}/.mcp.json`, { mcpServers: entries(claudeEntry) }),
        ]),
  ];
}

function agentEntry(server: ServerPlan): object {
  if (!hasStdio(server)) return namedAddress(server);
  return { type: 'stdio', command: 'node', args: argsIn('PLUGIN_ROOT', server) };
}

function claudeEntry(server: ServerPlan): object {
  const { transport: type, url } = addressOf(server);
  if (!hasStdio(server)) return { type, url };
  return { command: 'node', args: argsIn('CLAUDE_PLUGIN_ROOT', server), ...givenVariables(server.env) };
}

function argsIn(root: string, server: ServerPlan): string[] {
  return [`\${${root}}/servers/${server.name}/server.mjs`, ...stdioFlags(server)];
}

function variablesLeftOut(content: Package): string[] {
  const names = startedByHosts(content).flatMap(({ plan }) => Object.keys(plan.env));
  if (names.length === 0) return [];
  return [`Agent Plugins cannot ask for variables (Claude Code does): Codex and Copilot pass on ${names.join(', ')}.`];
}

function longNames({ name, servers }: Package): string[] {
  return servers.flatMap(({ plan }) =>
    plan.tools.flatMap((tool) => {
      const full = `mcp__plugin_${name}_${plan.name}__${tool.name}`;
      if (full.length <= MAX_TOOL_NAME) return [];
      return [
        `${full} has ${full.length} characters, Claude Code accepts ${MAX_TOOL_NAME}: set a shorter \`pack: name:\`.`,
      ];
    }),
  );
}
