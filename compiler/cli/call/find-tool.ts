/** The tool that `haft call` names, by its name or as `server/tool`, and the descriptors of its server. */
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { listNames } from '../../base/text/escape.ts';
import { unknownName } from '../../edge/command-line/unknown-name.ts';
import type { ServerDescriptor, ToolDescriptor } from '@haft/runtime';
import { serverDescriptor, toolDescriptor } from '../../emit/server/descriptor.ts';

export interface FoundTool {
  readonly server: ServerPlan;
  readonly tool: ToolPlan;
}

export function findTool({ servers }: Plan, name: string): FoundTool {
  const all = servers.flatMap((server) => server.tools.map((tool) => ({ server, tool })));
  // One project has every name once (tool/duplicate).
  return all.find(({ server, tool }) => name === tool.name || name === nameOf(server, tool)) ?? unknown(name, all);
}

function unknown(name: string, all: readonly FoundTool[]): never {
  const names = all.flatMap(({ server, tool }) => (name.includes('/') ? [nameOf(server, tool)] : [tool.name]));
  throw unknownName([`Unknown tool "${name}".`, name], names, `Tools: ${listNames(names, 12) || 'none'}.`);
}

function nameOf(server: ServerPlan, tool: ToolPlan): string {
  return `${server.name}/${tool.name}`;
}

/** A tool of the Plan and its server as the runtime takes them. */
interface Descriptors {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
}

export function descriptorsOf({ server, tool }: FoundTool): Descriptors {
  const described = toolDescriptor(tool);
  return { server: { ...serverDescriptor(server), tools: [described] }, tool: described };
}
