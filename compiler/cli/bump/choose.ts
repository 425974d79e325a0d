/** Which released tool is meant, and whether it can be bumped, restored or renamed now: each refusal names the next step. */
import { isEqual } from '../../base/json.ts';
import { successorName } from '../../versions/successor-name.ts';
import { releasedSpec } from '../../plan/released-spec.ts';
import type { ToolPlan } from '../../plan/model.ts';
import { Failure } from '../../edge/command-line/failure.ts';
import { unknownName } from '../../edge/command-line/unknown-name.ts';
import { type ProposalInput, type ReleasedTool, releasedTools, toolNamed } from './proposal.ts';

/** The released version of an edited tool, whose successor does not exist yet. */
export function toBump({ contract, compiled }: ProposalInput, name: string | undefined): ReleasedTool {
  if (name === undefined)
    throw new Failure(
      '`haft bump` needs a tool name.',
      'Run `haft bump <tool>`, `haft bump --renamed <old>=<new>` or `haft bump --restore <tool>`.',
    );
  const found = releasedTool(name, contract, compiled.plan);
  const { tool } = found;
  const now = toolNamed(compiled.plan, name);
  const successor = toolNamed(compiled.plan, tool.deprecated?.use ?? successorName(name))?.name;
  if (!now) throw new Failure(`Tool "${name}" is not in the current specs.`, removedHint(name));
  if (hasSameInterface(now, tool) && successor !== undefined && now.deprecated)
    throw new Failure(
      `Tool "${name}" is restored as released, and "${successor}" is its successor already.`,
      releasedTools(contract).some(({ tool: one }) => one.name === successor)
        ? `Change "${successor}" instead, and run \`haft bump ${successor}\` for a breaking change.`
        : `Change "${successor}" freely until it is released; then run \`haft bump ${successor}\`.`,
    );
  if (tool.deprecated)
    throw new Failure(
      `Tool "${name}" was released as deprecated, so it cannot have another successor.`,
      `Change "${tool.deprecated.use}" instead. \`haft bump --restore ${name}\` puts the released version of "${name}" back.`,
    );
  if (hasSameInterface(now, tool) && visible(now) === visible(tool))
    throw new Failure(
      `Tool "${name}" has not changed since the release.`,
      'Edit it first, then run `haft bump` again.',
    );
  return found;
}

/** The released version of a tool that another one replaces: it is gone, or as it was released. */
export function toReplace({ contract, compiled }: ProposalInput, name: string, by: string): ToolPlan {
  const { tool } = releasedTool(name, contract, compiled.plan);
  const now = toolNamed(compiled.plan, name);
  if (name === by) throw new Failure(`Tool "${name}" cannot replace itself.`, 'Name the tool that replaces it.');
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
  return tool;
}

function removedHint(name: string): string {
  return `If it was renamed, run \`haft bump --renamed ${name}=<new name>\`. If it was removed, run \`haft bump --restore ${name} --use <tool>\`.`;
}

/** @throws Failure for a name that the contract does not know. */
export function releasedTool(
  name: string,
  contract: ProposalInput['contract'],
  plan: ProposalInput['compiled']['plan'],
): ReleasedTool {
  const all = releasedTools(contract);
  const found = all.find(({ tool }) => tool.name === name);
  if (found) return found;
  if (toolNamed(plan, name))
    throw new Failure(`Tool "${name}" has never been released.`, 'Change it freely; `haft release` releases it.');
  const names = all.map(({ tool }) => tool.name);
  const known =
    names.length === 0
      ? 'Run `haft release` first.'
      : `Released tools: ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}.`;
  throw unknownName([`Unknown tool "${name}".`, name], names, known);
}

/** A current tool. @throws Failure for a name that the specs do not know. */
export function existing(name: string, { compiled }: ProposalInput): ToolPlan {
  const found = toolNamed(compiled.plan, name);
  if (found) return found;
  const names = compiled.plan.servers.flatMap(({ tools }) => tools.map((tool) => tool.name));
  const message = `Tool "${name}" is not in the current specs.`;
  throw unknownName([message, name], names, 'Name a tool of the current specs.');
}

/** Beside its deprecation and evals: what a caller and a model rely on. */
export function hasSameInterface(now: ToolPlan, tool: ToolPlan): boolean {
  return isEqual(releasedSpec(now, ''), releasedSpec(tool, ''));
}

function visible({ source: _source, handlerFile: _file, from: _from, evals: _evals, ...tool }: ToolPlan): string {
  return JSON.stringify(tool);
}
