/** What concerns a whole server is told once: with the first of its tools. */
import type { Draft, Located, ToolPart } from '../model.ts';
import type { ServerSpec } from '../shape/server.ts';
import { oncePer } from '../../once.ts';

const firstTools = oncePer((draft: Draft): ReadonlySet<ToolPart> => {
  const first = new Map<Located<ServerSpec> | undefined, ToolPart>();
  for (const tool of draft.tools) if (!first.has(tool.server)) first.set(tool.server, tool);
  return new Set(first.values());
});

/** The server, when this tool is the one to speak for it. */
export function serverToTell(tool: ToolPart, draft: Draft): Located<ServerSpec> | undefined {
  return firstTools(draft).has(tool) ? tool.server : undefined;
}
