/** A deprecated tool that calls another one still accepts and returns what it did. */
import { sameJson } from '@haft/runtime/language';
import type { Plan, ServerPlan, ToolPlan } from '../../plan/model.ts';
import { plannedTool } from '../../plan/named-tools.ts';
import { doubtOf } from '../adapters/prove.ts';
import type { PolicyRule, Violation } from './policy.ts';

export const adapterProved: PolicyRule = {
  id: 'version/adapter-proved',
  says: 'Every call of a deprecated tool with `via` must become a valid call of the other tool, and every result one of its own.',
  why: 'Callers of the deprecated tool keep its schema; a call that it accepts must not fail because of the tool behind it.',
  next: 'Correct `via`, or write a behavior instead.',
  source: 'EXT §9 rule 2',
  locked: true,
  judge({ before, after }) {
    return after.servers.flatMap((server) => server.tools.flatMap((tool) => violationsOf(tool, server, before)));
  },
};

/** A tool that leads nowhere is found by rule tool/via-complete. */
function violationsOf(tool: ToolPlan, { name: server, tools }: ServerPlan, before: Plan): Violation[] {
  const { behavior } = tool;
  const target = behavior.kind === 'via' ? tools.find(({ name }) => name === behavior.tool) : undefined;
  const doubt = behavior.kind === 'via' && target ? doubtOf(tool, target, behavior) : undefined;
  if (!doubt) return [];
  const next = nextOf(tool, target, (name) => plannedTool(before, { server, tool: name })?.tool);
  return [
    {
      target: { server, tool: tool.name, path: ['deprecated', 'via'] },
      says: doubt.says,
      next,
      isWarning: !doubt.isWrong,
    },
  ];
}

type FindReleased = (name: string) => ToolPlan | undefined;

function nextOf({ name }: ToolPlan, target: ToolPlan | undefined, releasedOf: FindReleased): string {
  const [own, other] = [releasedOf(name), target && releasedOf(target.name)];
  if (target && other && !sameJson(other.inputSchema, target.inputSchema))
    return `Run \`haft bump ${other.name}\`: its released version, which "${name}" calls, stays.`;
  return own && own.behavior.kind !== 'via'
    ? `Correct \`via\`, or run \`haft bump --restore ${name}\`, which puts the released version back.`
    : 'Correct `via`, or write a behavior instead.';
}
