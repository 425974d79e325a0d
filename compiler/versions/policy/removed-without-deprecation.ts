/** A released tool is deprecated before it is removed. */
import { writtenText } from '../../check/tool-names.ts';
import { commandName } from '../../plan/named-tools.ts';
import { isEqual } from '../../base/json.ts';
import type { ToolPlan } from '../../plan/model.ts';
import type { ToolPair } from '../change.ts';
import { likeness } from '../likeness.ts';
import { areOfOneSource } from '../tool-source.ts';
import type { PolicyRule } from './policy.ts';

export const removedWithoutDeprecation: PolicyRule = {
  id: 'version/removed-without-deprecation',
  says: 'A released tool must be deprecated before it is removed.',
  why: 'Without a deprecation, callers learn of the removal from a failing call.',
  next: 'Run `haft bump --restore <tool>`, or `haft bump --renamed <old>=<new>` if another tool took its place.',
  source: 'EXT §9 rule 2',
  locked: true,
  judge({ before: released, after: current, pairs }) {
    return pairs.tool.flatMap(({ before, after, server, renamed }) => {
      if (!before || (after && !renamed) || before.deprecated) return [];
      const successor = renamed ? after : likelySuccessor(before, server, pairs.tool);
      const how = renamed && after ? `was renamed to "${after.name}"` : 'was removed';
      return [
        {
          target: { server, tool: after?.name ?? before.name, path: [] },
          says: `Released tool "${before.name}" ${how} without a deprecation.`,
          next: nextOf(
            commandName({ server, tool: before.name }, released),
            successor && commandName({ server, tool: successor.name }, current),
            renamed !== false,
          ),
        },
      ];
    });
  },
};

/** From here on two descriptions may well be of one tool. */
const ALIKE = 0.5;

/** A new tool of the server that names it, does the same call, or reads alike. */
function likelySuccessor(old: ToolPlan, server: string, pairs: readonly ToolPair[]): ToolPlan | undefined {
  const added = pairs.flatMap(({ before, after, server: owner }) =>
    !before && after && owner === server ? [after] : [],
  );
  const scored = added.map((tool) => ({ tool, score: scoreOf(old, tool) })).filter(({ score }) => score >= ALIKE);
  return scored.sort((a, b) => b.score - a.score)[0]?.tool;
}

function scoreOf(old: ToolPlan, tool: ToolPlan): number {
  // In its own server a plain name means this tool.
  if (tool.replaces?.some((one) => writtenText(one) === old.name)) return 2;
  const isOfOneSource = areOfOneSource(old, tool);
  if (isOfOneSource !== undefined) return isOfOneSource ? 2 : 0;
  if (old.behavior.kind !== 'handler' && isEqual(old.behavior, tool.behavior)) return 1;
  return likeness(old.description.text, tool.description.text);
}

function nextOf(old: string, successor: string | undefined, isCertain: boolean): string {
  const restore = `\`haft bump --restore ${old} --use <tool>\``;
  if (successor === undefined)
    return `Run ${restore}: it restores the released version as deprecated, and <tool> is what callers use instead.`;
  const rename = `Run \`haft bump --renamed ${old}=${successor}\`: "${old}" is restored as deprecated, and "${successor}" replaces it.`;
  return isCertain ? rename : `${rename} If it is not the same tool: ${restore}.`;
}
