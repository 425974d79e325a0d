/** The pages of authors that tools show their results in: a contract has their hashes. */
import { viewPageOf, viewPageText } from '../check/analysis/view-page.ts';
import type { SkillFile, ToolPart } from '../check/model.ts';
import { textHash } from './hash.ts';
import type { ServerPlan } from './model.ts';

/** The same server where no tool has one. */
export function withPages(server: ServerPlan, parts: readonly ToolPart[], files: readonly SkillFile[]): ServerPlan {
  const pages = new Map(
    parts.flatMap((part) => {
      const page = viewPageOf(part, files);
      return page ? [[part.spec.name, viewPageText(page)] as const] : [];
    }),
  );
  if (pages.size === 0) return server;
  const tools = server.tools.map((tool) => {
    const pageText = pages.get(tool.name);
    return pageText === undefined ? tool : { ...tool, page: textHash(pageText), pageText };
  });
  return { ...server, tools };
}
