/** `servers/<name>/evals.json`: which tool a model should choose for which request (EXT §9.3). */
import type { ServerPlan } from '../../plan/model.ts';
import { json } from '../json.ts';

export function toolEvals(server: ServerPlan): string {
  const evals = server.tools.flatMap((tool) => tool.evals);
  return json({ server: server.name, evals });
}
