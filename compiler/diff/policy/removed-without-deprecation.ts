/** A released tool is deprecated before it is removed. */
import type { PolicyRule } from './policy.ts';

export const removedWithoutDeprecation: PolicyRule = {
  id: 'version/removed-without-deprecation',
  says: 'A released tool must be deprecated before it is removed.',
  why: 'Without a deprecation, callers learn of the removal from a failing call.',
  next: 'Restore it, deprecate it with a date, a successor and a reason, and remove it after that date.',
  source: 'EXT §9 rule 2',
  locked: true,
  judge({ pairs }) {
    return pairs.tool.flatMap(({ before, after, server, renamed }) => {
      if (!before || (after && !renamed) || before.deprecated) return [];
      const how = renamed && after ? `was renamed to "${after.name}"` : 'was removed';
      return [
        {
          target: { server, tool: after?.name ?? before.name, path: [] },
          says: `Released tool "${before.name}" ${how} without a deprecation.`,
        },
      ];
    });
  },
};
