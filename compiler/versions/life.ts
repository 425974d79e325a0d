/** The life of the parts of a project: their released and current versions, deprecations with their dates, and what a release removed. */
import { type About, isPartOf } from '../base/diagnostic.ts';
import { daysBetween } from '../base/calendar.ts';
import { pluralize } from '../base/text/pluralize.ts';
import { type ToolReference, qualifiedName, writtenText } from '../check/tool-names.ts';
import { markedVersions } from '../plan/contract.ts';
import type { Plan, ServerPlan } from '../plan/model.ts';
import { type PlannedTool, allTools, plannedId, toolsNamed } from '../plan/named-tools.ts';
import type { Change } from './change.ts';

export interface Life {
  /** YYYY-MM-DD */
  readonly today: string;
  readonly versions: readonly LivingVersion[];
  /** The next to go first. */
  readonly deprecations: readonly LivingDeprecation[];
  readonly tools: readonly LivingTool[];
  readonly removed: readonly { readonly tool: string; readonly version: string }[];
}

interface LivingVersion {
  readonly kind: 'server' | 'skill';
  readonly name: string;
  /** Absent before the first release. */
  readonly released?: string;
  readonly current: string;
}

/** All dates as YYYY-MM-DD. */
interface LivingDeprecation {
  readonly tool: string;
  /** The tools after it, the next first: what it is replaced by may be deprecated as well. */
  readonly successors: readonly string[];
  readonly since: string;
  /** The day from which on models do not see it; absent where they do. */
  readonly hidden?: string;
  readonly removeAfter: string;
  readonly reason: string;
  /** What callers have to expect, as a sentence. */
  readonly says: string;
}

interface LivingTool {
  readonly tool: string;
  readonly predecessors: readonly string[];
  /** Since when it is as it is, as a sentence. */
  readonly says: string;
}

type Subject = Omit<About, 'path' | 'choice'>;

export function lifeOf(
  plan: Plan,
  released: Plan | undefined,
  changes: readonly Change[],
  { subject, today }: { readonly subject: Subject; readonly today: string },
): Life {
  const changed = new Set(changes.map(({ target }) => `${target.server ?? ''}.${target.tool ?? ''}`));
  const own = allTools(plan).filter((one) => isPartOf({ server: one.server.name, tool: one.tool.name }, subject));
  return {
    today,
    versions: versionsOf(plan, released, subject),
    deprecations: own
      .flatMap((one) => deprecationOf(plan, one, today))
      .toSorted((a, b) => (a.removeAfter < b.removeAfter ? -1 : 1)),
    tools: own.map((one) => {
      const name = qualifiedName(plannedId(one));
      const predecessors = (one.tool.replaces ?? []).map((old) => nameOf(plan, old, one.server));
      return { tool: name, predecessors, says: sinceWhen(released, one, changed.has(name)) };
    }),
    removed: removedOf(plan, released, subject),
  };
}

function versionsOf(plan: Plan, released: Plan | undefined, { server, skill }: Subject): readonly LivingVersion[] {
  const isAll = server === undefined && skill === undefined;
  const all = [
    { kind: 'server', wanted: server, now: plan.servers, before: released?.servers },
    { kind: 'skill', wanted: skill, now: plan.skills, before: released?.skills },
  ] as const;
  return all.flatMap(({ kind, wanted, now, before }) => {
    const own = now.filter(({ name }) => isAll || name === wanted);
    return own.map(({ name, version: current }): LivingVersion => {
      const version = before?.find((one) => one.name === name)?.version;
      return { kind, name, current, ...(version !== undefined && { released: version }) };
    });
  });
}

function nameOf(plan: Plan, reference: ToolReference, near: ServerPlan): string {
  const [tool] = toolsNamed(plan, reference, [near.name]);
  return tool ? qualifiedName(plannedId(tool)) : writtenText(reference);
}

function deprecationOf(plan: Plan, one: PlannedTool, today: string): LivingDeprecation | [] {
  if (!one.tool.deprecated) return [];
  const { since, use, remove_after: removeAfter, reason, listed } = one.tool.deprecated;
  const days = daysBetween(today, removeAfter);
  return {
    tool: qualifiedName(plannedId(one)),
    successors: successorsOf(plan, use, one.server),
    since,
    ...(listed !== undefined && { hidden: listed === false ? since : listed }),
    removeAfter,
    reason,
    says: days < 0 ? 'It can be removed.' : `Callers rely on it for ${pluralize(days, 'day')} more.`,
  };
}

/** To the end, and no circle twice. */
function successorsOf(plan: Plan, use: ToolReference, near: ServerPlan): readonly string[] {
  const names: string[] = [];
  for (let [next] = toolsNamed(plan, use, [near.name]); next;) {
    const name = qualifiedName(plannedId(next));
    if (names.includes(name)) break;
    names.push(name);
    const { deprecated } = next.tool;
    if (!deprecated) break;
    [next] = toolsNamed(plan, deprecated.use, [next.server.name]);
  }
  return names;
}

function sinceWhen(released: Plan | undefined, { server: { name }, tool }: PlannedTool, isChanged: boolean): string {
  const server = released?.servers.find((one) => one.name === name);
  if (!released || !server?.tools.some((one) => one.name === tool.name)) return 'It was not released yet.';
  if (isChanged) return 'It has changes that are not released.';
  const mark = released.marks?.[`server ${name} tool ${tool.name}`];
  return mark === undefined
    ? 'It is as in the first release.'
    : `It is as version ${markedVersions(mark)} released it.`;
}

function removedOf(plan: Plan, released: Plan | undefined, subject: Subject): Life['removed'] {
  if (subject.tool !== undefined || subject.skill !== undefined) return [];
  const servers = (released?.servers ?? []).filter(({ name }) => isPartOf({ server: name }, subject));
  return servers.flatMap(({ name, removed = {} }) =>
    Object.entries(removed)
      .filter(([tool]) => !plan.servers.some((one) => one.name === name && one.tools.some((own) => own.name === tool)))
      .map(([tool, mark]) => ({ tool: `${name}.${tool}`, version: markedVersions(mark) })),
  );
}
