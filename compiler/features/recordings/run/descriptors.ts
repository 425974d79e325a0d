/** A tool of the Plan and its server as the runtime takes them. */
import type { ServerDescriptor, ToolDescriptor } from '@haft/runtime';
import { serverDescriptor, toolDescriptor } from '../../../emit/server/descriptor.ts';
import type { ServerPlan, ToolPlan } from '../../../plan/model.ts';

interface Descriptors {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
}

export function descriptorsOf({ server, tool }: { readonly server: ServerPlan; readonly tool: ToolPlan }): Descriptors {
  const described = toolDescriptor(tool);
  return { server: { ...serverDescriptor(server), tools: [described] }, tool: described };
}
