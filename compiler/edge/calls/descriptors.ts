/** A tool of the Plan and its server as the runtime takes them. */
import type { ServerDescriptor, ToolDescriptor } from '@haft/runtime';
import { serverDescriptor, toolDescriptor } from '../../emit/server/descriptor.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';

interface Descriptors {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
}

export function descriptorsOf({ server, tool }: PlannedTool): Descriptors {
  const described = toolDescriptor(tool);
  return { server: { ...serverDescriptor(server), tools: [described] }, tool: described };
}
