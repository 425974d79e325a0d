/** What is identical in two Plans: most of it is, and needs no further comparison. */
import { haveSameMembers, isEqual } from '../base/json.ts';
import { memoizeByTwo } from '../base/memo.ts';
import type { Description, Plan, ServerPlan, SkillPlan, ToolPlan } from '../plan/model.ts';
import type { Pair } from './change.ts';

/** Places in the specs are ignored; the order of properties is not. */
export function isSame({ before, after }: Pair<ToolPlan | SkillPlan>): boolean {
  if (before === undefined || after === undefined) return before === after;
  return before === after || samePart(before, after);
}

const samePart = memoizeByTwo(
  (before: ToolPlan | SkillPlan, after: ToolPlan | SkillPlan): boolean =>
    isSameDescription(before.description, after.description) &&
    isEqual(filesOf(before), filesOf(after)) &&
    haveSameMembers(before, after, COMPARED_ABOVE),
);

const COMPARED_ABOVE: ReadonlySet<string> = new Set<keyof ToolPlan | keyof SkillPlan>([
  'source',
  'handlerFile',
  'pageText',
  'from',
  'description',
  'files',
]);

/** The hashes follow from the texts. */
function isSameDescription(a: Description, b: Description): boolean {
  if (a.text !== b.text || a.parts.length !== b.parts.length) return false;
  return a.parts.every(({ part, text }, at) => part === b.parts[at]?.part && text === b.parts[at]?.text);
}

function filesOf(part: ToolPlan | SkillPlan): unknown {
  return 'files' in part ? part.files.map(({ from: _from, ...file }) => file) : undefined;
}

/** The first Plan with the very objects of the second one where both say the same: what is known of one of them holds for the other. */
export function sharing(before: Plan, after: Plan): Plan {
  const current = new Map(after.servers.map((server) => [server.name, server]));
  return { ...before, servers: before.servers.map((old) => sharedServer(old, current.get(old.name))) };
}

function sharedServer(old: ServerPlan, now: ServerPlan | undefined): ServerPlan {
  if (!now) return old;
  const current = new Map(now.tools.map((tool) => [tool.name, tool]));
  const tools = old.tools.map((tool) => {
    const other = current.get(tool.name);
    return other && isSame({ before: tool, after: other }) ? other : tool;
  });
  const isWhole = tools.length === now.tools.length && tools.every((tool, at) => tool === now.tools[at]);
  return isWhole && haveSameMembers(old, now, COMPARED_APART) ? now : { ...old, tools };
}

const COMPARED_APART: ReadonlySet<string> = new Set<keyof ServerPlan>(['tools', 'source', 'texts']);
