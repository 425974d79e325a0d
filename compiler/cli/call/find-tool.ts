/** The tool that `haft call` names: by its name, or as `server/tool`. */
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { listNames } from '../../base/text/escape.ts';
import { unknownName } from '../../edge/command-line/unknown-name.ts';

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
