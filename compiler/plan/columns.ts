/** The columns of the rows that statements return, as they were learned: what a later version is compared with. */
import { learnedStatements, resultStatement, rowColumns } from '../check/analysis/tables/columns.ts';
import type { LearnedDatabases } from '../check/analysis/tables/learned.ts';
import type { ToolPart } from '../check/model.ts';
import type { ServerPlan } from './model.ts';

/** The same server where nothing was learned. */
export function withColumns(
  server: ServerPlan,
  parts: readonly ToolPart[],
  learned: LearnedDatabases | undefined,
): ServerPlan {
  if (!learned || !server.databases) return server;
  const tools = server.tools.map((tool) => {
    const part = parts.find(({ spec }) => spec.name === tool.name);
    const statement = part && resultStatement(part, learnedStatements(part, learned));
    const columns = statement && rowColumns(statement);
    if (!columns) return tool;
    return { ...tool, columns: Object.fromEntries([...columns].map(([name, column]) => [name, column?.type ?? ''])) };
  });
  return { ...server, tools };
}
