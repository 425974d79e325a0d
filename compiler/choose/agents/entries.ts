/** The servers of an agent by name, each in the form of its host's file. */
import type { Entry, StdioServer } from '../../hosts/host.ts';
import type { AgentSetup } from '../agent.ts';

export function entriesOf(
  servers: AgentSetup['servers'],
  entry: (server: StdioServer) => Entry,
): Readonly<Record<string, Entry>> {
  return Object.fromEntries(servers.map((server) => [server.name, entry({ ...server, references: [], values: {} })]));
}
