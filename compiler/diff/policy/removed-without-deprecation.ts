/** A released tool is deprecated before it is removed. */
import type { PolicyRule } from './policy.ts';

export const removedWithoutDeprecation: PolicyRule = {
  id: 'version/removed-without-deprecation',
  says: 'A released tool is deprecated before it is removed.',
  why: 'Whoever uses it learns of its end only by a failing call.',
  next: 'Bring it back, mark it "deprecated:" with a date, a successor and a reason, and remove it when the period is over.',
  source: 'EXT §9 rule 2',
  judge({ pairs }) {
    return pairs.tool.flatMap(({ before, after, server, renamed }) => {
      if (!before || (after && !renamed) || before.deprecated) return [];
      const how = renamed && after ? `is now called "${after.name}"` : 'is gone';
      return [
        {
          target: { server, tool: after?.name ?? before.name, path: [] },
          says: `Tool "${before.name}" ${how} and was never deprecated.`,
        },
      ];
    });
  },
};
