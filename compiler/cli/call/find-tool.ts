/** The tool that `haft call` names: `server/tool`, or the name alone where one server has it. */
import { nearest } from '@haft/runtime/language';
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { listed } from '../../report/text/escape.ts';
import { Failure } from '../command-line/failure.ts';

export interface FoundTool {
  readonly server: ServerPlan;
  readonly tool: ToolPlan;
}

export function findTool({ servers }: Plan, name: string): FoundTool {
  const all = servers.flatMap((server) => server.tools.map((tool) => ({ server, tool })));
  const found = all.filter(({ server, tool }) => name === tool.name || name === nameOf(server, tool));
  const [first, second] = found;
  if (first && second) {
    const names = found.map(({ server, tool }) => nameOf(server, tool));
    throw new Failure(`${found.length} servers have a tool "${name}".`, `Name one: ${listed(names, 12)}.`);
  }
  return first ?? unknown(name, all);
}

function unknown(name: string, all: readonly FoundTool[]): never {
  const names = all.flatMap(({ server, tool }) => (name.includes('/') ? [nameOf(server, tool)] : [tool.name]));
  const guess = nearest(name, names);
  throw new Failure(
    `Unknown tool "${name}".`,
    guess ? `Did you mean "${guess}"?` : `Tools: ${listed(names, 12) || 'none'}.`,
  );
}

function nameOf(server: ServerPlan, tool: ToolPlan): string {
  return `${server.name}/${tool.name}`;
}
