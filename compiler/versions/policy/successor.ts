/** A successor has the next number, the same purpose, and a deprecated predecessor. */
import { type ToolId, type ToolReference, qualifiedName, writtenText } from '../../check/tool-names.ts';
import { type PlannedTool, namesOfPlan, plannedId, plannedTool, toolsNamed } from '../../plan/named-tools.ts';
import { memoizeBy } from '../../base/memo.ts';
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { likeness } from '../renames.ts';
import { rootName, successorName, versionIn } from '../successor-name.ts';
import type { PolicyRule, Violation } from './policy.ts';

export const successor: PolicyRule = {
  id: 'version/successor',
  says: 'A successor must be named <tool>_v2, _v3 and so on, or have a name of its own after a rename, next to its deprecated predecessor.',
  why: 'The suffix is the only version of a tool that hosts and models see, so it must mean that the predecessor exists and does the same.',
  next: 'Name it after the tool that it replaces, and deprecate that tool with `use:` set to this one.',
  source: 'EXT §9 rule 2',
  judge({ before, after }) {
    const successors = after.servers.flatMap(successorsOf);
    if (successors.length === 0) return [];
    return successors.flatMap(({ tool, server }) => problems({ server, tool: tool.name }, tool, after, before));
  },
};

const successorsOf = memoizeBy(({ tools, name }: ServerPlan) => {
  return tools.filter(isSuccessor).map((tool) => ({ tool, server: name }));
});

/** By `replaces`, or by its name alone. */
function isSuccessor({ name, replaces }: ToolPlan): boolean {
  return replaces !== undefined || (name.includes('_v') && versionIn(name) !== 1);
}

/** Words that two descriptions of one purpose have in common, from 0 to 1. */
const SAME_PURPOSE = 0.3;

function problems(id: ToolId, tool: ToolPlan, plan: Plan, before: Plan): Violation[] {
  const { server } = id;
  const { name, replaces = [] } = tool;
  // Released names cannot change any more: only new successors are checked.
  if (before.servers.some((one) => one.name === server && one.tools.some((old) => old.name === name))) return [];
  const at: At = (path, says, next) => ({
    target: { server, tool: name, path },
    says,
    ...(next !== undefined && { next }),
  });
  const misnamed = nameProblem(tool, plan, server);
  if (misnamed) return [at(...misnamed)];
  return replaces.flatMap((old) => {
    const bases = toolsNamed(plan, old, [server]);
    if (bases.length === 1)
      return bases.flatMap((base) => pairProblems({ id, tool, old: writtenText(old), base, plan }, at));
    const forms = bases.map((one) => `"${qualifiedName(plannedId(one))}"`).join(' or ');
    if (bases.length > 1)
      return [
        at(['replaces'], `Tool "${name}" replaces "${old}", and several tools have that name.`, `Write ${forms}.`),
      ];
    const says = `Tool "${name}" replaces "${old}", which does not exist.`;
    return toolsNamed(before, old, [server]).length > 0 ? [] : [at(['replaces'], says)];
  });
}

interface Replaced {
  readonly id: ToolId;
  readonly tool: ToolPlan;
  /** As the tool names it. */
  readonly old: string;
  readonly base: PlannedTool;
  readonly plan: Plan;
}

type At = (path: readonly string[], says: string, next?: string) => Violation;

function pairProblems({ id, tool, old, base, plan }: Replaced, at: At): Violation[] {
  const { name, replaces = [] } = tool;
  const near = [base.server.name];
  const violations: Violation[] = [];
  if (!leadsTo(id, base.tool.deprecated?.use, near, plan)) {
    const says = `Tool "${old}" has the successor "${name}" and is not marked deprecated in its favor.`;
    const next = `Deprecate "${old}" with \`use: ${namesOfPlan(plan).reference(id, near)}\`.`;
    violations.push(at(['replaces'], says, next));
  }
  if (replaces.length === 1 && likeness(doesOf(base.tool), doesOf(tool)) < SAME_PURPOSE) {
    const says = `Tool "${name}" has a different purpose than "${old}".`;
    const next = 'A tool with another purpose is a new tool: choose an unrelated name.';
    violations.push(at(['description', 'does'], says, next));
  }
  return violations;
}

/** An older form names the newest one: its successor, or what that one was replaced by. */
function leadsTo(id: ToolId, use: ToolReference | undefined, near: readonly string[], plan: Plan): boolean {
  const names = namesOfPlan(plan);
  const visited = new Set<string>();
  if (use === undefined) return false;
  let at: ToolId | undefined = id;
  while (at && !visited.has(qualifiedName(at))) {
    if (names.means(use, at, near)) return true;
    visited.add(qualifiedName(at));
    const next: ToolReference | undefined = plannedTool(plan, at)?.tool.deprecated?.use;
    at = next && names.resolve(next, [at.server])[0];
  }
  return false;
}

/** A version in a name needs its predecessor; a tool of another name took over after a rename or a consolidation. */
function nameProblem({ name, replaces: written }: ToolPlan, plan: Plan, server: string): Parameters<At> | undefined {
  const replaces = written?.map((old) => toolsNamed(plan, old, [server])[0]?.tool.name ?? writtenText(old));
  const [version, root] = [versionIn(name), rootName(name)];
  const expected = version === 2 ? root : `${root}_v${version - 1}`;
  if (replaces === undefined)
    return [
      ['name'],
      `Tool "${name}" is named like a successor but has no \`replaces\`.`,
      `Add \`replaces: ${expected}\`.`,
    ];
  if (version > 1 ? replaces.includes(expected) : !replaces.some((old) => rootName(old) === root)) return undefined;
  const old = replaces.find((one) => rootName(one) === root) ?? replaces[0] ?? '';
  const next = successorName(old);
  return [['replaces'], `Tool "${name}" replaces "${old}", so its name must be "${next}".`, `Rename it to "${next}".`];
}

function doesOf({ description }: ToolPlan): string {
  return description.parts.find(({ part }) => part === 'does')?.text ?? '';
}
