/** A tool of the Plan and its server as the runtime takes them. */
import type { ServerDescriptor, ToolDescriptor } from '@haft/runtime';
import { serverDescriptor, toolDescriptor } from '../../emit/server/descriptor.ts';
import type { FoundTool } from './find-tool.ts';

interface Descriptors {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
}

export function descriptorsOf({ server, tool }: FoundTool): Descriptors {
  const described = toolDescriptor(tool);
  return { server: { ...serverDescriptor(server), tools: [described] }, tool: described };
}
