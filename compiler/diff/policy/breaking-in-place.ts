/** A breaking change to a released tool needs a successor. */
import type { PolicyRule } from './policy.ts';

export const breakingInPlace: PolicyRule = {
  id: 'version/breaking-in-place',
  says: 'A breaking change to a released tool must be published as a new tool.',
  why: 'Callers and saved prompts rely on the released version; a breaking change under the same name fails without notice.',
  next: 'Run `haft bump <tool>`: it restores the released version and publishes this one as its successor.',
  source: 'EXT §9 rule 2',
  judge({ pairs, changes }) {
    const both = new Set(
      pairs.tool.flatMap(({ before, after, renamed }) => (before && after && !renamed ? [after.name] : [])),
    );
    return changes.flatMap(({ axis, level, target, kind, subject }) => {
      const { tool } = target;
      // Rule version/parameter-default reports new parameters.
      if (
        axis !== 'wire' ||
        level !== 'breaking' ||
        tool === undefined ||
        !both.has(tool) ||
        kind === 'param/added-required'
      )
        return [];
      return [
        {
          target,
          says: `Breaking change to ${subject} (${kind}).`,
          next: `Run \`haft bump ${tool}\`: it restores the released version and publishes this one as its successor.`,
        },
      ];
    });
  },
};
