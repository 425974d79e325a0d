/** Which released tool is meant, whether it can be bumped, restored or renamed now, and what is proposed to the author: each refusal names the next step. */
import { isEqual } from '../../base/json.ts';
import { qualifiedName, referenceOf, type ToolId } from '../../check/tool-names.ts';
import { releasedSpec } from '../../plan/released-spec.ts';
import type { ToolPlan, Plan } from '../../plan/model.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { namedTool, toolsWritten } from '../../edge/command-line/named-tool.ts';
import {
  type PlannedTool,
  commandName,
  namesOfPlan,
  plannedId,
  plannedTool,
  toolsNamed,
} from '../../plan/named-tools.ts';
import type { SourceFile, TextEdit } from '../../base/diagnostic.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import { pairUp } from '../../versions/pair.ts';
import type { PolicyDates } from '../../versions/policy/policy.ts';
import type { Sources } from '../../edge/project/read-sources.ts';
import type { Project } from '../../edge/project/project.ts';

/** The released version of an edited tool, whose successor does not exist yet. */
export function toBump({ contract, compiled }: ProposalInput, name: string | undefined): PlannedTool {
  if (name === undefined)
    throw new Failure(
      '`haft bump` needs a tool name.',
      'Run `haft bump <tool>`, `haft bump --renamed <old>=<new>` or `haft bump --restore <tool>`.',
    );
  const old = releasedTool(name, contract, compiled.plan);
  const { tool, server } = old;
  const now = plannedTool(compiled.plan, plannedId(old))?.tool;
  const deprecated = now?.deprecated ?? tool.deprecated;
  const [next] = deprecated ? toolsNamed(compiled.plan, deprecated.use, [server.name]) : [];
  const successor = next && commandName(plannedId(next), compiled.plan);
  if (!now)
    throw new Failure(
      `Tool "${name}" is not in the current specs.`,
      `If it was renamed, run \`haft bump --renamed ${name}=<new name>\`. If it was removed, run \`haft bump --restore ${name} --use <tool>\`.`,
    );
  if (hasSameInterface(now, tool) && successor !== undefined && now.deprecated)
    throw new Failure(
      now.behavior.kind === 'via'
        ? `Tool "${name}" calls "${successor}", which is its successor already.`
        : `Tool "${name}" is restored as released, and "${successor}" is its successor already.`,
      contract && next && plannedTool(contract, plannedId(next))
        ? `Change "${successor}" instead, and run \`haft bump ${successor}\` for a breaking change.`
        : `Change "${successor}" freely until it is released; then run \`haft bump ${successor}\`.`,
    );
  if (deprecated)
    throw new Failure(
      `Tool "${name}" ${tool.deprecated ? 'was released as' : 'is'} deprecated, so it cannot have another successor.`,
      `Change "${deprecated.use}" instead. \`haft bump --restore ${name}\` puts the released version of "${name}" back.`,
    );
  if (hasSameInterface(now, tool) && visible(now) === visible(tool))
    throw new Failure(
      `Tool "${name}" has not changed since the release.`,
      'Edit it first, then run `haft bump` again.',
    );
  return old;
}

/** The released version of a tool that another one replaces: it is gone, or as it was released. */
export function toReplace({ contract, compiled }: ProposalInput, name: string, by: PlannedTool): PlannedTool {
  const predecessor = releasedTool(name, contract, compiled.plan);
  const { tool } = predecessor;
  const now = plannedTool(compiled.plan, plannedId(predecessor))?.tool;
  if (now === by.tool) throw new Failure(`Tool "${name}" cannot replace itself.`, 'Name the tool that replaces it.');
  if (!now && predecessor.server.name !== by.server.name) {
    const [old, use] = [predecessor, by].map((one) => qualifiedName(plannedId(one)));
    throw new Failure(
      `Tool "${name}" was a tool of server "${predecessor.server.name}", and its successor is one of "${by.server.name}".`,
      `Run \`haft bump --restore ${old} --use ${use}\`: it restores the tool in its server, as deprecated.`,
    );
  }
  if (now?.deprecated)
    throw new Failure(
      `Tool "${name}" is deprecated in favor of "${now.deprecated.use}" already.`,
      'Leave it out, or change `deprecated.use` by hand.',
    );
  if (now && !hasSameInterface(now, tool))
    throw new Failure(
      `Tool "${name}" still exists and has changed since the release.`,
      `Put it back with \`haft bump --restore ${name}\` or remove it, then run the command again.`,
    );
  return predecessor;
}

/** A successor that was replaced since the release is not named again: its own successor is. */
export function currentTerms(old: PlannedTool, plan: Plan): ToolPlan['deprecated'] {
  const { deprecated } = old.tool;
  const next = ({ tool, server }: PlannedTool): PlannedTool | undefined =>
    tool.deprecated && toolsNamed(plan, tool.deprecated.use, [server.name])[0];
  const passed: PlannedTool[] = [];
  for (let one = next(old); one && !passed.includes(one); one = next(one)) passed.push(one);
  const newest = passed.length > 1 ? passed.at(-1) : undefined;
  if (!deprecated || !newest || newest.tool.deprecated) return deprecated;
  return { ...deprecated, use: referenceOf(namesOfPlan(plan).reference(plannedId(newest), [old.server.name])) };
}

/** With the name that its server has now, which the command can name as well. @throws Failure for a name that the contract does not know, and where its server is gone. */
export function releasedTool(
  name: string,
  contract: ProposalInput['contract'],
  plan: ProposalInput['compiled']['plan'],
): PlannedTool {
  const released: Plan = contract ?? { planVersion: 1, servers: [], skills: [] };
  const current = withCurrentNames(released, plan);
  const source = [released, current].find((one) => toolsWritten(one, name).length > 0);
  if (!source && toolsWritten(plan, name).length > 0)
    throw new Failure(`Tool "${name}" has never been released.`, 'Change it freely; `haft release` releases it.');
  if (!source && [released, plan].some(({ skills }) => skills.some((skill) => skill.name === name)))
    throw new Failure(
      `"${name}" is a skill, and only tools are bumped.`,
      plan.skills.some((skill) => skill.name === name)
        ? 'Change the skill itself: `haft diff` shows the version that it needs, and `haft release` records it.'
        : 'Restore its spec and its files from version control, or let `haft release` record that it is gone.',
    );
  const hint = (names: string) => (names === 'none' ? 'Run `haft release` first.' : `Released tools: ${names}.`);
  const { tool, server: old } = namedTool(source ?? released, name, [`Unknown tool "${name}".`, hint]);
  const server = current.servers.find(({ tools }) => tools.includes(tool)) ?? old;
  if (plan.servers.some((one) => one.name === server.name)) return { tool, server };
  throw new Failure(
    `Server "${old.name}" of tool "${tool.name}" is not in the current specs.`,
    'Restore its spec from version control, or set its old name again if it was renamed; then run the command again.',
  );
}

/** A server that was renamed has the tools that were released under its old name. */
function withCurrentNames(released: Plan, plan: Plan): Plan {
  const names = new Map(pairUp(released, plan).server.map(({ before, after }) => [before, after?.name]));
  return { ...released, servers: released.servers.map((one) => ({ ...one, name: names.get(one) ?? one.name })) };
}

/** A current tool. @throws Failure for a name that the specs do not know. */
export function existing(name: string, { compiled }: ProposalInput): PlannedTool {
  const message = `Tool "${name}" is not in the current specs.`;
  return namedTool(compiled.plan, name, [message, () => 'Name a tool of the current specs.']);
}

/** Beside its deprecation and evals: what a caller and a model rely on. An adapter takes the place of any work. */
export function hasSameInterface(now: ToolPlan, tool: ToolPlan): boolean {
  const { behavior } = now.behavior.kind === 'via' ? tool : now;
  return isEqual(releasedSpec({ ...now, behavior }, ''), releasedSpec(tool, ''));
}

function visible({
  source: _source,
  handlerFile: _file,
  pageText: _page,
  from: _from,
  evals: _evals,
  ...tool
}: ToolPlan): string {
  return JSON.stringify(tool);
}

export interface BumpProposal {
  /** In order of preference, each with all edits. */
  readonly alternatives: readonly (readonly TextEdit[])[];
  /** Those that make other parts of the specs name the successor. */
  readonly references: readonly TextEdit[];
  /** What stays with the released version, in sentences. */
  readonly notes?: readonly string[];
  /** These must be in the specs as released afterwards. */
  readonly restored: readonly PlannedTool[];
  /** Tools whose problems stop it. */
  readonly tools: readonly ToolId[];
  /** Handler files as they become; those that do not exist yet as well. */
  readonly files: readonly SourceFile[];
  /** What was done to handlers, with places. */
  readonly done: readonly string[];
  readonly summary: string;
  /** With copies in place of adapters, for where those are not right after all; the reason is a sentence. */
  readonly copy?: (why: string) => BumpProposal;
}

/** Everything that a proposal is made from. */
export interface ProposalInput {
  readonly project: Project;
  readonly sources: Sources;
  readonly compiled: PlannedSpecs;
  readonly contract: Plan | undefined;
  readonly dates: PolicyDates;
  readonly reason: string | undefined;
}
