/** The servers of an agent: in its host's file, and in its output. */
import type { JsonObject } from '@haft/runtime';
import type { HostEntry, StdioServer } from '../../../../spec/hosts/host.ts';
import type { AgentSetup, Offered, AgentCall } from '../agent.ts';

/** By name, each in the form of the host's file. */
export function entriesOf(
  servers: AgentSetup['servers'],
  entry: (server: StdioServer) => HostEntry,
): Readonly<Record<string, HostEntry>> {
  return Object.fromEntries(servers.map((server) => [server.name, entry({ ...server, references: [], values: {} })]));
}

/** The call of the tool that is shown as it says; none where it is a tool of the program itself. */
export function calledTool(
  servers: Offered['servers'],
  isShown: (server: string, tool: string) => boolean,
  args: JsonObject,
): readonly AgentCall[] {
  const names = servers.flatMap(({ name, tools }) => tools.filter((tool) => isShown(name, tool)));
  return names.slice(0, 1).map((name) => ({ name, arguments: args }));
}
