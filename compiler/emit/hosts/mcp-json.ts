/** `hosts/mcp.json`: the host configuration entry of EXT §2.5 for every server. */
import type { Plan } from '../../plan/model.ts';
import { json } from '../json.ts';

/** Placeholder for the absolute path of the output folder, which committed files cannot contain. */
export const OUT_FOLDER = '${HAFT_OUT}';

export function mcpJson(plan: Plan): string {
  const entries = plan.servers.map(({ name }) => {
    return [name, { command: 'node', args: [`${OUT_FOLDER}/servers/${name}/server.mjs`] }] as const;
  });
  return json({ mcpServers: Object.fromEntries(entries) });
}
