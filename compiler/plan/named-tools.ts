/** Tools of a Plan by the names that texts, users and files give them: a plain name can be that of several. */
import { memoizeBy } from '../base/memo.ts';
import {
  type ToolId,
  type ToolNames,
  type ToolReference,
  currentTool,
  isListed,
  qualifiedName,
  toolNames,
} from '../check/tool-names.ts';
import type { Plan, ServerPlan, SkillPlan, ToolPlan } from './model.ts';

export interface PlannedTool {
  readonly server: ServerPlan;
  readonly tool: ToolPlan;
}

export const allTools = memoizeBy(({ servers }: Pick<Plan, 'servers'>): readonly PlannedTool[] =>
  servers.flatMap((server) => server.tools.map((tool) => ({ server, tool }))),
);

const byQualifiedName = memoizeBy(
  (servers: readonly ServerPlan[]): ReadonlyMap<string, PlannedTool> =>
    new Map(allTools({ servers }).map((one) => [qualifiedName(plannedId(one)), one])),
);

const namesOfServers = memoizeBy((servers: readonly ServerPlan[]): ToolNames =>
  toolNames(servers.flatMap(({ name, tools }) => tools.map((tool) => ({ server: name, tool: tool.name })))),
);

export function namesOfPlan({ servers }: Pick<Plan, 'servers'>): ToolNames {
  return namesOfServers(servers);
}

export function plannedId({ server, tool }: PlannedTool): ToolId {
  return { server: server.name, tool: tool.name };
}

/** Tools that are shown together, by the names that cases, records and reports of them use: short ones where they are unique. */
export const shownTools = memoizeBy((servers: readonly ServerPlan[]): ReadonlyMap<string, PlannedTool> => {
  const names = namesOfServers(servers);
  const listed = allTools({ servers }).filter(({ tool }) => isListed(tool));
  return new Map(listed.map((one) => [names.reference(plannedId(one)), one]));
});

/** The tool or the skill of that name among those that are shown together. */
export function shownPart(
  { servers, skills }: Pick<Plan, 'servers' | 'skills'>,
  name: string,
): ToolPlan | SkillPlan | undefined {
  return shownTools(servers).get(name)?.tool ?? skills.find((skill) => skill.name === name);
}

/** A name that a text of `near` uses, as `shownTools` has it; unchanged where it is unknown or ambiguous there. */
export function shownName(
  servers: readonly ServerPlan[],
  written: string | ToolReference,
  near: readonly string[] = [],
): string {
  const names = namesOfServers(servers);
  const [id, ...others] = names.resolve(written, near);
  return id && others.length === 0 ? names.reference(id) : String(written);
}

/** None where it is unknown, several where it is ambiguous; those of the servers `near` come first. */
export function toolsNamed(
  plan: Pick<Plan, 'servers'>,
  written: string | ToolReference,
  near: readonly string[] = [],
): readonly PlannedTool[] {
  const ids = namesOfPlan(plan).resolve(written, near);
  return ids.flatMap((id) => byQualifiedName(plan.servers).get(qualifiedName(id)) ?? []);
}

/** How a command names it: shortly, where none of these Plans has another tool of that name. */
export function commandName(id: ToolId, ...plans: readonly Pick<Plan, 'servers'>[]): string {
  const others = plans
    .flatMap((plan) => namesOfPlan(plan).resolve(id.tool))
    .filter(({ server }) => server !== id.server);
  return others.length === 0 ? id.tool : qualifiedName(id);
}

/** As it is in this Plan. */
export function plannedTool(plan: Pick<Plan, 'servers'>, id: ToolId): PlannedTool | undefined {
  const current = currentTool(id, namesOfPlan(plan), (name) => plan.servers.some((server) => server.name === name));
  return current && byQualifiedName(plan.servers).get(qualifiedName(current));
}
