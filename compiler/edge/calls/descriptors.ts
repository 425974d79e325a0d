/** A tool of the Plan and its server as the runtime takes them. */
import type { ServerDescriptor, ToolDescriptor } from '@haft/runtime';
import { serverDescriptor, toolDescriptor } from '../../emit/server/descriptor.ts';
import { throughOf } from '../../plan/adapter.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';

interface Descriptors {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
  /** The tool that does its work: another one where it is deprecated with `via`. */
  readonly work: ToolDescriptor;
}

export function descriptorsOf({ server, tool }: PlannedTool): Descriptors {
  const described = toolDescriptor(tool, server.limits);
  const through = throughOf(tool, server.tools).map((one) => toolDescriptor(one, server.limits));
  return {
    server: { ...serverDescriptor(server, server.tools), tools: [described, ...through] },
    tool: described,
    work: through.at(-1) ?? described,
  };
}
